// A position that is entered: a finger that stays on a minus or a plus goes on; nothing told yet counts down from all.
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
