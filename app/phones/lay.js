// A position that is entered: a finger that stays on a minus or a plus goes on; nothing told yet counts down from all.
// Once a seat has all that it can have, the next thing that is touched is the next seat's.
"use strict";
(() => {
  const WAITS = 350, AGAIN = 140, QUICK = 50, MANY = 10; // milliseconds, and steps
  let timer = 0, steps = 0;
  const field = (one) => one.parentNode.querySelector("input");
  function step(one) {
    const into = field(one), by = +one.dataset.step;
    if (into.value === "" && by < 0) into.value = into.max;
    into.stepUp(by);
    show(into);
  }
  function show(into) { // what lies there is lit
    const pick = into.closest(".pick");
    if (pick) pick.classList.toggle("some", +into.value > 0);
  }
  document.addEventListener("input", (event) => show(event.target));
  document.addEventListener("change", (event) => {
    const one = event.target, fold = one.closest("[data-full],[data-turns]");
    if (!fold || !one.checked || !one.closest(".spot")) return;
    const seats = [...fold.querySelectorAll(".where input")], at = seats.findIndex((seat) => seat.checked);
    const more = (seat) => held(fold, seat.value) < all(fold), now = seats[at];
    if (more(now) || (one.type === "radio" && one.value !== now.value)) return; // or a wonder of it is built
    const next = [...seats.slice(at + 1), ...seats.slice(0, at)].find(more);
    if (next) next.checked = true;
  });
  function told(name) {
    const one = document.querySelector(`[name=${name}]:is(select,[type=number],:checked)`);
    return one ? +one.value : 0;
  }
  function held(fold, seat) { // things before it
    if (fold.dataset.full) return fold.querySelectorAll(`.spot :checked[value^="${seat}"]`).length;
    return document.querySelectorAll(`[data-turns] [name^="card-${seat}-"]:checked`).length + told(`stages-${seat}`);
  }
  function all(fold) { // as many as can lie there
    if (fold.dataset.full) return +fold.dataset.full;
    return fold.dataset.turns * (told("age") - 1) + Math.max(0, told("turn") - 1) + told("under") || Infinity;
  }
  function again(one) { step(one); timer = setTimeout(() => again(one), ++steps > MANY ? QUICK : AGAIN); }
  function off() { clearTimeout(timer); }
  document.addEventListener("pointerdown", (event) => {
    const one = event.target.closest("[data-step]");
    off();
    steps = 0;
    if (one) timer = setTimeout(() => again(one), WAITS);
  });
  for (const what of ["pointerup", "pointercancel", "pointerout", "scroll"]) document.addEventListener(what, off, true);
  document.addEventListener("click", (event) => { // before phone.js, which makes one step
    const one = event.target.closest("[data-step]");
    if (!one) return;
    event.stopImmediatePropagation();
    if (!steps || !event.detail) step(one);
    steps = 0;
  }, true);
  document.addEventListener("contextmenu", (event) => {
    if (event.target.closest("[data-step]")) event.preventDefault();
  });
})();
