// Turns the pages of what is wider than its box, for those who only look. Whoever touches the page turns them alone.
"use strict";
(() => {
  const TURN = 15000, RESTS = 60000; // milliseconds
  const WAY = document.dir === "rtl" ? -1 : 1; // sign of what has been scrolled
  let touched = -RESTS;
  for (const kind of ["pointerdown", "wheel", "keydown"]) {
    addEventListener(kind, () => { touched = performance.now(); }, { passive: true });
  }
  setInterval(() => {
    if (performance.now() - touched < RESTS) return;
    for (const each of document.querySelectorAll(".turns")) {
      const next = WAY * each.scrollLeft + each.clientWidth;
      each.scrollLeft = next < each.scrollWidth - 1 ? WAY * (next + parseFloat(getComputedStyle(each).columnGap)) : 0;
    }
  }, TURN);
})();
