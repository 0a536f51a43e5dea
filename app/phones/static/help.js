// What a page needs once it is linked to the table, which is when it fetches this: what ? says of a thing, comments in
// a guided game, marks of what has just changed, an end that is counted.
(function () {
  "use strict";
  const $ = (id) => document.getElementById(id);
  const HEARD = "heard-" + document.body.dataset.table; // what was put away stays away, for this game

  const page = document.documentElement, each = (what, where) => (where || document).querySelectorAll(what);

  // What ? says: of what lies nearest to the finger, or in what it touched; else the control's name and what it does.
  document.addEventListener("about", ({ detail: one }) => {
    const near = one.closest("[data-say],[data-about]") || one.querySelector("[data-say],[data-about]");
    const slug = near && (near.dataset.about || near.dataset.say), says = slug && $("say-" + slug);
    const field = one.control || one, shown = { name: named(one, field), value: holds(field) };
    const does = JSON.parse($("does").firstElementChild.dataset.does);
    const told = says ? says.textContent : does[kind(field)].replace(/{(\w+)}/g, (_, what) => shown[what]);
    document.dispatchEvent(new CustomEvent("tell", { detail: told }));
  });

  function named(one, field) { // as a screen reader would call it
    const label = field.getAttribute("aria-label") || one.getAttribute("aria-label");
    if (label) return label;
    const texts = document.createTreeWalker(one, NodeFilter.SHOW_TEXT), found = [];
    while (texts.nextNode()) if (!texts.currentNode.parentNode.closest("select")) found.push(texts.currentNode.data);
    return found.join(" ").replace(/\s+/g, " ").replace(/ (?=[.,:;)])/g, "").trim();
  }

  function holds(field) { // what stands in a field
    return field.selectedOptions ? field.selectedOptions[0].text.trim() : field.value || "";
  }

  function kind(field) {
    if (field.matches(":disabled")) return field.dataset.choose ? "first" : "not";
    if (field.dataset.hold) return "look";
    if (field.dataset.tab || field.tagName === "A") return "page";
    if (field.tagName === "SUMMARY") return "fold";
    if (!field.matches("input,select")) return "do";
    return { radio: "choose", checkbox: "switch" }[field.type] || (holds(field) ? "field" : "empty");
  }

  function putAway() { try { return (localStorage.getItem(HEARD) || "").split(" "); } catch (e) { return []; } }
  function show() {
    const away = putAway(), heard = ({ dataset: it }) => away.includes(it.comment) || away.includes(it.game + "-all");
    let shown = false; // one at a time
    for (const one of each("[data-comment]")) shown = !(one.hidden = shown || heard(one)) || shown;
  }
  document.addEventListener("click", (event) => {
    const one = event.target.closest("[data-heard]");
    if (!one) return;
    const game = one.closest("[data-comment]").dataset.game + "-";
    const now = putAway().filter((other) => other.startsWith(game));
    try { localStorage.setItem(HEARD, [...now, game + one.dataset.heard].join(" ")); } catch (e) { /* not allowed */ }
    show();
  });
  document.addEventListener("painted", show);
  show();

  // The table's PIN: asked for when something was refused without it, and once it was given that is said again.
  const digits = () => $("pin").querySelector("input");
  let wanted = null; // what was refused
  function askPin(why) {
    $("pin-why").textContent = why;
    digits().value = "";
    $("pin").hidden = false;
    digits().focus();
  }
  function putPinAway() { $("pin").hidden = true; digits().value = ""; wanted = null; }
  document.addEventListener("pin", ({ detail: { why, wish } }) => {
    if (wish.type !== "give-pin") wanted = wish;
    askPin(why);
  });
  document.addEventListener("answered", ({ detail: { wish } }) => {
    if (!wish || wish.type !== "give-pin") return;
    const again = wanted;
    putPinAway();
    if (again) document.dispatchEvent(new CustomEvent("again", { detail: again }));
  });
  document.addEventListener("click", ({ target }) => {
    if (target.closest("[data-pin]")) askPin("");
    if (target.closest("#pin-away")) putPinAway();
  });

  // Colours and size of words: the server makes each page so, before it is seen.
  function wished() {
    for (const one of each("[data-look]")) {
      const kept = new RegExp(one.dataset.look + "=(\\w+)").exec(document.cookie);
      one.value = kept ? kept[1] : "";
    }
  }
  document.addEventListener("painted", wished);
  wished();
  document.addEventListener("change", ({ target: one }) => {
    if (!one.dataset.look) return;
    document.cookie = `${one.dataset.look}=${one.value};path=/;max-age=31536000;samesite=lax`;
    location.reload();
  });

  // An end that this page saw come is counted as on the screen, until a touch, another tab or its time shows all of it.
  let counting = 0;
  function counted() { clearTimeout(counting); delete page.dataset.counts; }
  function ends(parts) {
    const told = "head" in parts && parts.verdict, last = $("verdict");
    const fresh = told && last && !last.firstElementChild;
    const times = fresh && /data-lasts="([\d.]+)" data-waits="([\d.]+)"/.exec(told[1]);
    if (!times) return;
    const [, lasts, waits] = times;
    page.style.setProperty("--lasts", lasts + "s");
    page.style.setProperty("--waits", waits + "s");
    page.dataset.counts = "";
    counting = setTimeout(counted, 1000 * lasts + 1000);
  }
  document.addEventListener("click", counted);

  // Of what lies there in pictures the things that have changed are marked, until something else has happened.
  const LIES = /^(pile|place|seat|thing)-|^(markers|tokens|medals|deck|wonder|cards)$/;
  const THING = ".pills>*,.stages>*,.signs>*,.mark,.good,.bare:not(.wonders>*),.wonders>:has(.done)";
  let before = []; // parts that are coming, and what was in them
  document.addEventListener("coming", ({ detail: { parts } }) => {
    ends(parts);
    if (parts.news) for (const one of each("[data-fresh]")) one.removeAttribute("data-fresh");
    const lying = Object.keys(parts).filter((id) => LIES.test(id) && $(id));
    before = lying.map((id) => [id, new Set(Array.from(each(THING, $(id)), (one) => one.outerHTML))]);
  });
  document.addEventListener("painted", () => {
    for (const [id, was] of before) {
      if (was.size) for (const one of each(THING, $(id))) if (!was.has(one.outerHTML)) one.dataset.fresh = "";
    }
    before = [];
  });
})();
