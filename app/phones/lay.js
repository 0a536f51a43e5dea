// Entry of a position: a held minus or plus repeats; an empty field counts down from its maximum. Once a seat has
// everything that it can have, the next touched thing goes to the next seat.
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
  function show(into) { // highlight the thing if there is any
    const pick = into.closest(".pick");
    if (pick) pick.classList.toggle("some", +into.value > 0);
  }
  document.addEventListener("input", (event) => show(event.target));
  function aim(fold) { // show one label of each thing: the one that moves it on from here
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
  function all(seat) { // the capacity for things, without that taken by others
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
  document.addEventListener("click", (event) => { // ahead of the handler in phone.js, which makes one step
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
