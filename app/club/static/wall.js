// A wall of the club: shows what it is told, says when it is told nothing, and turns its pages.
"use strict";
(() => {
  const EACH = 12, TURN = 15000, SILENT = 10000, AGAIN = 3000; // tables a page; milliseconds
  const $ = (id) => document.getElementById(id), page = document.documentElement, list = $("tables");
  const large = matchMedia("(min-width:48rem) and (min-aspect-ratio:1/1)");
  let source = null, heard = Date.now(), opened = 0, first = 0;

  function open() {
    if (source) source.close();
    source = new EventSource(document.body.dataset.live);
    opened = Date.now();
    for (const [kind, take] of Object.entries(takes)) {
      source.addEventListener(kind, (event) => {
        heard = Date.now();
        $("lost").hidden = true;
        take(JSON.parse(event.data));
      });
    }
  }

  const takes = {
    page(mark) { if (mark !== document.body.dataset.mark) reload(); }, // the club is another version by now
    member(html) { $("member").innerHTML = html; },
    table({ id, html }) {
      const table = $("t-" + id) || place(id);
      if (table.told !== html) table.innerHTML = table.told = html;
    },
    tables(ids) {
      for (const table of Array.from(list.children)) if (!ids.includes(table.id.slice(2))) table.remove();
      for (const id of ids) list.append($("t-" + id) || place(id));
      $("none").hidden = ids.length > 0;
      lay();
    },
  };

  async function reload() { // only to a page that is there: nobody would leave one of the browser's own
    const answer = await fetch(location.href, { cache: "no-store" }).catch(() => null);
    if (answer && answer.ok) location.reload();
  }

  function place(id) {
    const table = document.createElement("section");
    table.id = "t-" + id;
    list.append(table);
    return table;
  }

  function lay() { // a dozen at once; on a phone all of them
    const tables = Array.from(list.children), count = Math.ceil(tables.length / EACH);
    if (first >= count) first = 0;
    const each = Math.ceil(tables.length / count) || 0; // pages are as full as one another
    tables.forEach((table, n) => { table.hidden = large.matches && Math.floor(n / each) !== first; });
    page.dataset.n = Math.max(1, each);
    $("pages").textContent = large.matches && count > 1 ? first + 1 + " / " + count : "";
  }

  setInterval(() => { first += 1; lay(); }, TURN);
  setInterval(() => {
    const now = Date.now();
    if (now - heard < SILENT) return;
    $("lost").hidden = false;
    if (now - opened >= AGAIN) open(); // a stream that was refused, or cut without a word, does not come back
  }, 1000);
  large.addEventListener("change", lay);
  lay();
  open();
})();
