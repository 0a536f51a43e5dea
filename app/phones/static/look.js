// Colours and the size of words, as this phone wants them: before anything is painted, so that nothing jumps.
(function () {
  "use strict";
  const page = document, root = page.documentElement, bright = page.createElement("link");
  bright.rel = "stylesheet";
  bright.href = root.dataset.bright;

  function wish(name, value) {
    try {
      if (value !== undefined) localStorage.setItem(name, value);
      return localStorage.getItem(name) || "";
    } catch (e) { return ""; /* not allowed here */ }
  }

  function show() {
    if (wish("light")) page.head.append(bright); else bright.remove();
    root.dataset.words = wish("words");
    for (const one of page.querySelectorAll("[data-look]")) one.value = wish(one.dataset.look);
  }

  for (const event of ["DOMContentLoaded", "painted"]) page.addEventListener(event, show);
  page.addEventListener("change", (event) => {
    const one = event.target;
    if (one.dataset.look) { wish(one.dataset.look, one.value); show(); }
  });
  show();
})();
