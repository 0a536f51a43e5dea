// A wall of the club: shows what it is told, says when it is told nothing, and turns its pages.
"use strict";
(() => {
  const EACH = 12, TURN = 15000, SILENT = 10000, AGAIN = 3000; // tables a page; milliseconds
  const ROUND = 5, LEAST = .021; // letters of a round, as of so many tables; the smallest, of the picture's height
  const $ = (id) => document.getElementById(id), page = document.documentElement, list = $("tables");
  const large = matchMedia("(min-width:48rem) and (min-height:30rem) and (min-aspect-ratio:1/1)");
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
    rounds(html) {
      const rounds = $("rounds"), at = turned();
      if (rounds.told === html) return;
      const before = at && at.scrollLeft;
      rounds.innerHTML = rounds.told = html;
      lay();
      if (before && turned()) turned().scrollLeft = before;
    },
    table({ id, html }) {
      const table = $("t-" + id) || place(id);
      if (table.told !== html) {
        table.innerHTML = table.told = html;
        fit();
      }
    },
    tables(ids) {
      for (const table of Array.from(list.children)) if (!ids.includes(table.id.slice(2))) table.remove();
      for (const id of ids) list.append($("t-" + id) || place(id));
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

  function lay() { // a dozen at once, then each tournament's round; on a phone all of them
    const tables = Array.from(list.children), count = Math.ceil(tables.length / EACH);
    const rounds = Array.from($("rounds").children), all = count + rounds.length;
    if (first >= all) first = 0;
    const playing = large.matches && first >= count && rounds.length > 0;
    rounds.forEach((round, n) => { round.hidden = large.matches && n !== first - count; });
    list.hidden = playing;
    $("none").hidden = all > 0;
    const each = Math.ceil(tables.length / count) || 0; // pages are as full as one another
    tables.forEach((table, n) => { table.hidden = large.matches && Math.floor(n / each) !== first; });
    page.dataset.n = playing ? ROUND : Math.max(1, each);
    $("pages").textContent = large.matches && all > 1 ? first + 1 + " / " + all : "";
    fit();
  }

  function fit() { // the largest size that fits; else a line for each name, and wonders if there is room
    for (const each of list.querySelectorAll("section:not([hidden]) :is(h2,ol)")) {
      each.style.fontSize = "";
      each.classList.remove("tight");
      if (!large.matches || list.hidden) continue;
      const whole = Array.from(each.querySelectorAll(".name b")).concat(each), least = innerHeight * LEAST;
      const fits = () => each.scrollHeight <= each.clientHeight + 1 &&
        whole.every((it) => it.scrollWidth <= it.clientWidth);
      let size = parseFloat(getComputedStyle(each).fontSize);
      while (!fits() && size > least) {
        size = Math.max(least, size * .95);
        each.style.fontSize = size + "px";
      }
      if (fits()) continue;
      each.style.fontSize = "";
      each.classList.add("tight");
    }
  }

  const turned = () => document.querySelector("#rounds > section:not([hidden]) .turns");
  setInterval(() => {
    const turns = large.matches && turned(), way = document.dir === "rtl" ? -1 : 1; // sign of what has been scrolled
    const next = turns ? way * turns.scrollLeft + turns.clientWidth : 0;
    if (turns && next < turns.scrollWidth - 1) {
      turns.scrollLeft = way * (next + parseFloat(getComputedStyle(turns).columnGap));
      return;
    }
    if (turns) turns.scrollLeft = 0;
    first += 1;
    lay();
  }, TURN);
  setInterval(() => {
    const now = Date.now();
    if (now - heard < SILENT) return;
    $("lost").hidden = false;
    if (now - opened >= AGAIN) open(); // a stream that was refused, or cut without a word, does not come back
  }, 1000);
  addEventListener("resize", lay);
  lay();
  open();
})();
