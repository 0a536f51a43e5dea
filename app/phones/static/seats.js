// The seats that this browser holds at this table, and the page on which people sit down, which follows the table.
// To phone.js: fresh main (the newest content of that page).
(() => {
  "use strict";
  const page = document.documentElement, main = document.getElementById("main");
  const { live, table } = document.body.dataset;
  const SEATS = "seat-" + table, POLL = 2000; // milliseconds

  function read() { // the names by the path of their seats, in the order in which these were opened
    try {
      const said = localStorage.getItem(SEATS) || "{}";
      return said[0] === "/" ? { [said]: "" } : JSON.parse(said); // a path alone: of an earlier version
    } catch (e) { return {}; } // not allowed here
  }
  function store(path, name) { // name: undefined forgets the seat
    const { [path]: old, ...others } = read();
    if (old === name) return;
    try { localStorage.setItem(SEATS, JSON.stringify(name === undefined ? others : { ...others, [path]: name })); }
    catch (e) { /* not allowed here */ }
  }

  function link() { // to the other seats, where the page has a place for them
    const back = document.getElementById("back"), others = read();
    if (!back) return;
    delete others[location.pathname];
    const all = Object.entries(others), several = live || all.length > 1;
    for (const one of [...back.children].slice(1)) one.remove();
    back.hidden = !all.length;
    all.forEach(([path, name], nth) => {
      const one = nth ? back.firstElementChild.cloneNode(true) : back.firstElementChild;
      one.href = path;
      if (several && name) one.textContent = back.dataset.of.replace("{name}", name);
      back.append(one);
    });
  }

  function follow() {
    const head = document.querySelector("#head > [data-me]");
    if (page.dataset.link === "gone") store(location.pathname);
    else if (live === "seat" && head) store(location.pathname, head.dataset.me);
    link();
  }
  if ("missing" in document.body.dataset) store(location.pathname); // no seat plays here
  for (const what of ["painted", "kept"]) document.addEventListener(what, follow);
  follow();

  // ---- the page on which people sit down ------------------------------------------------------------------------

  let busy = false; // asking, or the form was sent: the same one is sent again if its answer is lost
  document.addEventListener("submit", () => { busy = true; });
  async function renew() {
    const language = { headers: { "Accept-Language": page.lang }, cache: "no-store" };
    const { seats } = await (await fetch("/here", language)).json();
    if (seats === main.dataset.mark) return;
    const member = main.querySelector("[name=member]"), query = member ? "?member=" + member.value : "";
    const html = await (await fetch(main.dataset.from + query, language)).text();
    const fresh = new DOMParser().parseFromString(html, "text/html").getElementById("main");
    if (!fresh.dataset.mark) return; // an error
    document.dispatchEvent(new CustomEvent("fresh", { detail: fresh }));
    if (fresh.dataset.mark === main.dataset.mark) main.dataset.from = fresh.dataset.from;
    link();
  }
  if (main.dataset.from) setInterval(() => {
    if (busy || document.hidden) return;
    busy = true;
    renew().catch(() => {}).finally(() => { busy = false; }); // the table may be away
  }, POLL);
})();
