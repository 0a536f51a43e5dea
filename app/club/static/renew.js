// Renews a page of the club in place: asks for it again, and replaces the parts that have changed. A page with
// an error is replaced by the requested page, once the club has it again.
"use strict";
(() => {
  const EACH = 5000, PATIENCE = 10000; // milliseconds
  const parts = document.body.dataset.renews, lost = document.getElementById("lost"), shown = new Map();

  async function renew() {
    const answer = await fetch(location.href, {
      cache: "no-store", redirect: "manual", signal: AbortSignal.timeout(PATIENCE),
    });
    const text = await answer.text();
    if (answer.status >= 500) throw new Error(answer.status);
    if (!parts || !answer.ok) return location.reload(); // the tournament was removed, or the page is there again
    const page = new DOMParser().parseFromString(text, "text/html");
    if (!shown.size) shown.set("", page.head.innerHTML);
    if (shown.get("") !== page.head.innerHTML) return location.reload(); // the club is another version by now
    for (const id of parts.split(" ")) replace(id, page.getElementById(id).innerHTML);
    lost.hidden = true;
  }

  function replace(id, html) {
    const part = document.getElementById(id);
    if ((shown.get(id) ?? part.innerHTML) === html) return;
    const at = Array.from(part.querySelectorAll(".turns"), (each) => each.scrollLeft);
    const open = Array.from(part.querySelectorAll("details"), (each) => each.open);
    part.innerHTML = html;
    part.querySelectorAll(".turns").forEach((each, n) => { each.scrollLeft = at[n] || 0; });
    const details = Array.from(part.querySelectorAll("details")); // a new one comes before the others
    details.reverse().forEach((each, n) => { each.open = open[open.length - 1 - n] || false; });
    shown.set(id, html);
  }

  async function again() {
    if (!document.hidden) await renew().catch(() => { if (lost) lost.hidden = false; });
    setTimeout(again, EACH);
  }
  setTimeout(again, EACH);
})();
