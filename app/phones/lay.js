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
  function aim(fold) { // of the labels that lie on a thing that one counts which leads on from here
    const to = fold.querySelector(".where :checked").value;
    for (const spot of fold.querySelectorAll(".spot")) {
      const all = [...spot.querySelectorAll("label>input")], now = all.filter((one) => one.checked && one.dataset.at);
      const lies = now.map((one) => one.dataset.at), stays = spot.dataset.elsewhere === "stays" && lies[0];
      const ways = all.filter((one) => one.dataset.at === (stays || to)), next = ways[ways.indexOf(now[0]) + 1];
      const goes = spot.dataset.elsewhere === "apart" ? ways[0] : next || all[0];
      for (const one of all) one.parentNode.hidden = one !== goes;
      spot.classList.toggle("some", now.length > 0);
      spot.classList.toggle("here", lies.includes(to));
    }
  }
  document.addEventListener("change", (event) => {
    const one = event.target, fold = one.closest(".spots");
    if (!fold) return;
    const seats = [...fold.querySelectorAll(".where input")], at = seats.findIndex((seat) => seat.checked);
    const more = (seat) => held(fold, seat.value) < all(seat), now = seats[at];
    const further = one.type === "radio" && one.value !== now.value; // or a wonder of it is built
    if (one.checked && one.closest(".spot") && !more(now) && !further) {
      const next = [...seats.slice(at + 1), ...seats.slice(0, at)].find(more);
      if (next) next.checked = true;
    }
    aim(fold);
  });
  for (const fold of document.querySelectorAll(".spots")) aim(fold);
  function told(name) {
    const one = document.querySelector(`[name="${name}"]:is(select,[type=number],:checked)`);
    return one ? +one.value : 0;
  }
  function held(fold, place) { // things there
    const lying = `[data-kind="${fold.dataset.kind}"] .spot [data-at="${place}"]:checked`;
    return document.querySelectorAll(lying).length;
  }
  function all(seat) { // as many as can lie there, less what else takes room
    if (!seat.dataset.room) return Infinity;
    const [most, more, taken] = JSON.parse(seat.dataset.room);
    const room = more.reduce((sum, [name, each, least]) => sum + each * Math.max(least, told(name)), most);
    return room > 0 ? room - taken.reduce((sum, name) => sum + told(name), 0) : Infinity;
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
