// What a page needs once it is linked to the table, which is when it fetches this: what ? says of a thing, marks of
// what has just changed, an end that is counted, other addresses of a lost table.
(function () {
  "use strict";
  const $ = (id) => document.getElementById(id);

  const PATIENCE = 2000; // milliseconds until an address counts as silent
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
    const by = $(field.getAttribute("aria-labelledby"));
    const texts = document.createTreeWalker(by || one, NodeFilter.SHOW_TEXT), found = [];
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

  // A second tap takes what the first one chose: not two quick ones, and nothing while something is still to be asked.
  const AGAIN = 600; // milliseconds
  let tapped = null, ripens = 0; // what a finger came down on: a choice, and whether it was chosen long enough before
  const formOf = (choice) => choice.form || choice.parentNode.querySelector("form[data-do]");
  document.addEventListener("pointerdown", ({ target, isPrimary }) => {
    const label = isPrimary && target.closest("#ask label"), choice = label && label.control;
    tapped = choice && choice.type === "radio" ? { choice, label, again: "again" in choice.dataset } : null;
  }, true);
  document.addEventListener("click", ({ target, detail }) => {
    if (!detail || !tapped || target.closest("label") !== tapped.label) return; // of a key, or it slid away
    const { choice, again } = tapped, form = formOf(choice), spec = form && form.dataset.do;
    tapped = null; // a label passes its click on
    if (again) { takes(choice, form); return; }
    clearTimeout(ripens);
    for (const one of each("[data-again]")) delete one.dataset.again;
    ripens = setTimeout(() => {
      const now = choice.isConnected && choice.checked && formOf(choice);
      if (now && now.dataset.do === spec) choice.dataset.again = ""; // the same question
    }, AGAIN);
  });
  function takes(choice, form) {
    const go = form && form.querySelector("button.go");
    const open = form && [...each("[data-several]:checked", form)].find((one) => one !== choice);
    if (open) open.parentNode.scrollIntoView({ block: "nearest" }); // chosen by nobody: it is asked there
    else if (go && !go.disabled) go.click();
  }

  // What a chosen use would come to: a ghost above the main button, until something else is chosen or it is put away.
  let foreseen = {}; // the form that was asked about, and the id of that
  function foresee(form) {
    const old = $("ahead"), go = form && form.querySelector(".dock > button.go");
    const asks = go && !go.disabled && form.dataset.do.startsWith("act;") && go.getClientRects().length;
    if (old && asks && form.contains(old)) old.classList.add("late"); else if (old) old.remove(); // nothing moves
    mark([]);
    foreseen = asks ? { form } : {};
    if (!asks) return;
    document.dispatchEvent(new CustomEvent("foresee", { detail: foreseen }));
  }
  document.addEventListener("change", ({ target }) => {
    if (target.type === "radio" && target.closest("#ask")) foresee(formOf(target));
  });
  document.addEventListener("painted", () => { // it may come to something else by now
    const { form } = foreseen;
    if (form && (!form.isConnected || !$("ahead"))) foresee(form.isConnected && form);
    else mark(foreseen.ghosts || []); // what bears them may have come anew
  });
  function mark(ghosts) { // what stands on the page already, where it would be another
    for (const one of each("[data-ghost]")) delete one.dataset.ghost;
    for (const one of each("rect.ghost")) one.remove();
    for (const [at, says, box] of ghosts) {
      const one = [...each(`:is(#strip,#tab-mine) [data-at="${at}"]`)].find((it) => it.getClientRects().length);
      const drawn = one && box && one.querySelector("svg");
      if (drawn) {
        const part = document.createElementNS(drawn.namespaceURI, "rect");
        ["x", "y", "width", "height"].forEach((side, nth) => part.setAttribute(side, box[nth]));
        part.setAttribute("class", "ghost");
        drawn.append(part);
      } else if (one) one.dataset.ghost = says;
    }
  }
  document.addEventListener("ahead", ({ detail: { id, lines, ghosts } }) => {
    const { form } = foreseen, old = $("ahead");
    if (!form || id !== foreseen.id) return;
    if (old) old.remove();
    if (!form.isConnected || !lines.length) return;
    const box = make("div", "ahead", "", { id: "ahead" });
    for (const line of lines) box.append(make("p", "", line));
    form.querySelector(".dock").before(box);
    mark(foreseen.ghosts = ghosts || []);
    speak(lines.map(sentence).join(" "));
  });

  // A dialog over the page: keys stay in it, Escape puts it away, and they go on where it was opened.
  const dialog = () => [...each(":is(#pin,.keypad):not([hidden])")].pop();
  function enclose() { // nothing beside it can be reached
    for (const one of each("[inert]")) one.inert = false;
    for (let at = dialog(); at && at !== document.body; at = at.parentNode) {
      for (const one of at.parentNode.children) if (one !== at && one.id !== "ear") one.inert = true;
    }
  }
  document.addEventListener("painted", enclose);
  document.addEventListener("keydown", ({ key }) => {
    const top = key === "Escape" && dialog();
    if (top && top.id === "pin") putPinAway();
    if (top && top.id === "keypad") { pad = null; drawPad(); }
  });

  // The table's PIN, or a number that shows that something is meant: asked for when something was refused without it,
  // and once it was given that is said again.
  const digits = () => $("pin").querySelector("input");
  let wanted = null, asker = null; // what was refused; where the keys were
  function askPin(why, number) {
    for (const one of each("[data-pin-says]")) one.textContent = one.dataset[number ? "numberSays" : "pinSays"];
    digits().type = number ? "text" : "password";
    $("pin-why").textContent = why;
    digits().value = "";
    if ($("pin").hidden) asker = document.activeElement;
    $("pin").hidden = false;
    enclose();
    digits().focus();
  }
  function putPinAway() {
    $("pin").hidden = true;
    digits().value = "";
    wanted = null;
    enclose();
    if (asker && usable(asker)) asker.focus({ preventScroll: true });
  }
  document.addEventListener("pin", ({ detail: { why, wish, rule } }) => {
    if (wish.type !== "give-pin") wanted = wish;
    askPin(why, /^(meant|number-wrong)$/.test(rule));
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

  // A sheet that is filled in number by number: a touch enters one and goes on, down the sheet or round the table.
  let opener = null; // what a pad was opened with
  let pad = null; // the seat, the cell, the number that is typed, what was entered or left out in a row
  let goesRound = false, types = false;
  function sheetHere() {
    const at = document.querySelector("main > section:not([hidden]) [data-sheet]");
    return at && { ...JSON.parse(at.dataset.sheet), says: JSON.parse(at.dataset.words) };
  }
  function make(tag, cls, text, more) {
    const made = Object.assign(document.createElement(tag), { className: cls, textContent: text || "" });
    if (tag === "button") made.type = "button";
    for (const name in more) made.setAttribute(name, more[name]);
    return made;
  }
  function fillIn(seat, id) {
    const sheet = sheetHere();
    if (!sheet) return;
    const first = sheet.cells.findIndex((one) => id ? one.id === id : !(one.id in sheet.now[seat - 1]));
    pad = { seat, at: Math.max(0, first), typed: "", done: {} };
    drawPad();
  }
  function following(sheet) { // what nobody has entered yet
    const seats = sheet.people.length, order = [];
    const turn = (step) => (pad.seat - 1 + step) % seats + 1;
    for (let step = 1; goesRound && step < seats; step++) order.push([turn(step), pad.at]);
    for (let at = pad.at + 1; at < sheet.cells.length; at++) {
      for (let step = 1; step <= (goesRound ? seats : 1); step++) order.push([goesRound ? turn(step) : pad.seat, at]);
    }
    return order.find(([seat, at]) => !(sheet.cells[at].id in sheet.now[seat - 1]) && !pad.done[seat + " " + at]);
  }
  function goOn() {
    const sheet = sheetHere();
    pad.done[pad.seat + " " + pad.at] = true;
    const next = sheet && following(sheet);
    if (next) [pad.seat, pad.at, pad.typed] = [...next, ""]; else pad = null;
    drawPad();
  }
  function said(n) { return `enter;action=${pad.seat} set ${sheetHere().cells[pad.at].id} ${n}`; }
  function drawPad() {
    const old = $("keypad"), sheet = pad && sheetHere(), at = document.activeElement;
    const used = old && old.contains(at) && `[data-pad="${at.dataset.pad}"]`; // keys go on where they were
    if (old) old.remove(); else opener = at;
    enclose();
    if (!sheet) {
      pad = null;
      if ((used || at === document.body) && usable(opener)) opener.focus({ preventScroll: true });
      return;
    }
    const { says } = sheet, cell = sheet.cells[pad.at], now = sheet.now[pad.seat - 1][cell.id];
    const number = types || !cell.usual, box = make("div", "over keypad", "", { id: "keypad", role: "dialog" });
    const note = make("div", "note gap"), head = make("div", "row");
    const keys = make("div", "keys"), ways = make("div", "ways");
    const shown = pad.typed || (now === undefined ? "–" : String(now));
    head.append(make("h1", "grow", sheet.people[pad.seat - 1] + ": " + cell.name), make("b", "now", shown));
    head.append(make("button", "btn small", "✕", { "aria-label": says.close, "data-pad": "close" }));
    if (number) {
      keys.classList.add("digits");
      for (const key of "123456789") keys.append(make("button", "btn", key, { "data-pad": "key " + key }));
      keys.append(make("button", "btn", cell.least < 0 ? "±" : "", { "data-pad": "key -" }));
      keys.append(make("button", "btn", "0", { "data-pad": "key 0" }));
      keys.append(make("button", "btn", "⌫", { "data-pad": "key back" }));
      if (cell.least >= 0) keys.children[9].disabled = true;
    } else {
      for (let n = cell.usual[0]; n <= cell.usual[1] && n < cell.usual[0] + 42; n++) {
        const label = cell.most > 1 ? String(n).replace("-", "−") : n ? says.yes : says.no;
        const more = { "data-pad": "put", "data-adds": "", "data-do": said(n) };
        keys.append(make("button", "btn" + (n === now ? " lit" : ""), label, more));
      }
    }
    for (const [way, label] of [["down", says.down], ["round", says.round]]) {
      const lit = goesRound === (way === "round") ? " lit" : "";
      ways.append(make("button", "btn small" + lit, label, { "data-pad": way }));
    }
    if (cell.usual && cell.most > 1) {
      ways.append(make("button", "btn small", types ? says.usual : says.other, { "data-pad": "types" }));
    }
    const typed = number && /\d/.test(pad.typed);
    const next = { "data-pad": "put", ...(typed ? { "data-adds": "", "data-do": said(Number(pad.typed)) } : {}) };
    ways.append(make("button", "btn" + (typed ? " go" : ""), says.next, next));
    note.append(head, make("small", "", cell.says || (now === undefined ? says.untold : "")), keys, ways);
    box.append(note);
    box.setAttribute("aria-label", head.firstChild.textContent);
    document.body.append(box);
    enclose();
    const fresh = (used && box.querySelector(used)) || keys.querySelector("button:enabled");
    if (used || !old) fresh.focus({ preventScroll: true });
  }
  function typeDigit(key) {
    if (key === "back") pad.typed = pad.typed.slice(0, -1);
    else if (key === "-") pad.typed = pad.typed.startsWith("-") ? pad.typed.slice(1) : "-" + pad.typed;
    else if (pad.typed.replace("-", "").length < 3) pad.typed = (pad.typed + key).replace(/^(-?)0(?=\d)/, "$1");
    drawPad();
  }
  document.addEventListener("click", ({ target }) => {
    const fill = target.closest("[data-fill]"), one = target.closest("[data-pad]");
    if (fill) fillIn(Number(fill.dataset.fill));
    if (!one || !pad) return;
    const [what, key] = one.dataset.pad.split(" ");
    if (what === "put") { goOn(); return; }
    if (what === "key") { typeDigit(key); return; }
    if (what === "close") pad = null;
    if (what === "types") types = !types;
    if (what === "down" || what === "round") goesRound = what === "round";
    drawPad();
  });
  document.addEventListener("painted", () => { if (pad && !pad.typed) drawPad(); });

  // What is rare, or lacks something, is asked once; said again with an answer.
  document.addEventListener("doubt", ({ detail: { why, wish, rule } }) => {
    const sheet = sheetHere(), again = (more) => ({ detail: { ...wish, ...more } });
    if (!sheet) { document.dispatchEvent(new CustomEvent("tell", { detail: why })); return; }
    const box = make("div", "over keypad", "", { role: "alertdialog" }), note = make("div", "note gap");
    const answer = (label, cls, then) => {
      const button = make("button", "btn " + cls, label);
      button.addEventListener("click", () => {
        box.remove();
        enclose();
        then();
        ($("keypad") ? $("keypad").querySelector(".keys button:enabled") : $("main")).focus({ preventScroll: true });
      });
      note.append(button);
    };
    const say = (more) => document.dispatchEvent(new CustomEvent("again", again(more)));
    note.append(make("h1", "", why));
    const { says } = sheet, [seat, , id] = (wish.action || "").split(" ");
    if (rule === "missing") {
      const lacks = sheet.now.findIndex((cells) => sheet.cells.some((one) => !(one.id in cells)));
      answer(says.enter, "go", () => fillIn(lacks + 1));
      answer(says.zero, "", () => say({ action: "end 0" }));
      answer(says.unfinished, "", () => say({ sure: true }));
    } else {
      answer(says.sure, "go", () => say({ sure: true }));
      answer(says.unsure, "", () => { types = true; fillIn(Number(seat), id); });
    }
    box.append(note);
    box.setAttribute("aria-label", why);
    document.body.append(box);
    enclose();
    box.querySelector("button").focus({ preventScroll: true });
  });

  // Colours and size of words: the server makes each page so, before it is seen.
  const ROOT = location.pathname.replace(/(seat\/.*|watch)$/, ""); // a relay serves the table under a longer path
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
    document.cookie = `${one.dataset.look}=${one.value};path=${ROOT};max-age=31536000;samesite=lax`;
    if (one.dataset.look !== "aloud") location.reload();
  });

  // Ears: what happens and what is asked is said once, in order, where a screen reader listens (ear.html).
  const ear = $("ear"), KEPT = 40; // lines that can be read there again
  const was = new Map(); // by part, what of it has been said
  let away = false, waiting = []; // the table was; what is said once the end has been counted, as on the screen
  const WORD = { opening: "h2,p", codes: "h2,p", ritual: "h2,p", vote: "h2,p", repair: "h2,p,li", hold: "h1",
    head: ".turn", lesson: "p", // what of a part is said, in this order
    verdict: "h1,.mine,p:not(.mine,.still),li" };

  function speak(text, what, aloud, key) { // `aloud`: what of it others at the table may hear (aloud.js)
    if (!ear || !text) return;
    if ("counts" in page.dataset) { waiting.push([text, what, aloud, key]); return; }
    if (aloud) document.dispatchEvent(new CustomEvent("aloud", { detail: { what, text: aloud, key } }));
    ear.append(make("p", "", text));
    while (ear.children.length > KEPT) ear.firstChild.remove();
  }
  function words(node) { // as it is read out
    if (node.nodeType === Node.TEXT_NODE) return node.data;
    if (node.nodeType !== Node.ELEMENT_NODE || node.hidden || node.getAttribute("aria-hidden") === "true") return "";
    if (node.hasAttribute("aria-label")) return " " + node.getAttribute("aria-label");
    const inner = Array.from(node.childNodes, words).join("");
    return /^(H\d|P|LI|DIV)$/.test(node.tagName) ? sentence(inner) + " " : inner;
  }
  function sentence(text) {
    const plain = text.replace(/\s+/g, " ").trim();
    return plain && !/[.!?:…]$/.test(plain) ? plain + "." : plain;
  }
  function ask() {
    for (const [id, what] of Object.entries(WORD)) {
      const part = $(id), said = was.get(id) || [];
      if (!part || part.closest("section[hidden]")) continue;
      const now = Array.from(each(id === "head" && away ? ".head" : what, part))
        .filter((one) => !one.closest("[hidden]") && !one.querySelector("button") && one.getClientRects().length)
        .map((one) => [(one.dataset.question || "") + one.textContent, sentence(words(one)), one]);
      const fresh = now.filter(([key]) => !said.includes(key)), join = (all) => all.map(([, text]) => text).join(" ");
      speak(join(fresh), id, join(fresh.filter(([, , one]) => !one.closest("[data-own]"))), join(now));
      was.set(id, now.map(([key]) => key));
    }
    away = false;
  }
  document.addEventListener("say", ({ detail: texts }) => { // `open`: all of it aloud
    for (const [text, what, open] of texts.splice(0)) speak(text, what, open && text);
  });
  document.addEventListener("asks", ask);
  document.addEventListener("kept", () => { // its loss is said: where we are then is said after it
    if (page.dataset.link !== "lost") return;
    away = true;
    was.delete("head");
  });
  document.addEventListener("held", ({ detail: button }) => { // what it shows
    for (const one of each(".truth,.words", button.closest(".cover,.face-down,.box"))) {
      speak(sentence(words(one)), "tell", sentence(words(one)));
    }
  });
  document.addEventListener("counted", () => waiting.splice(0).forEach((all) => speak(...all)));
  document.dispatchEvent(new Event("listens"));
  ask();

  document.addEventListener("contextmenu", (event) => {
    if (event.target.closest && event.target.closest("[data-hold]")) event.preventDefault();
  });
  document.addEventListener("toggle", ({ target }) => {
    if (target.dataset.page && target.open) window.scrollTo(0, 0);
  }, true);

  let audio = null;
  document.addEventListener("click", () => {
    const Make = window.AudioContext || window.webkitAudioContext;
    if (!audio && Make) try { audio = new Make(); } catch (e) { /* silent then */ }
  });
  document.addEventListener("turn", () => { // soft wooden knocks; only after the page was touched once, as browsers ask
    if (!audio) return;
    [0, 0.12].forEach((at, i) => {
      const tone = audio.createOscillator(), loud = audio.createGain(), start = audio.currentTime + at;
      tone.frequency.value = i ? 660 : 520;
      loud.gain.setValueAtTime(0.12, start);
      loud.gain.exponentialRampToValueAtTime(0.001, start + 0.18);
      tone.connect(loud).connect(audio.destination);
      tone.start(start); tone.stop(start + 0.2);
    });
  });

  // Keys: who plays with them is never thrown back to the beginning of the page.
  let last = document.activeElement; // what is in use, also while it cannot be
  const STOPS = ":is(#opening,#codes,#ritual,#vote,#repair,#ask) :is(button,input,select,summary,a)";
  const usable = (one) => one.isConnected && !one.matches(":disabled") && one.getClientRects().length;
  function keepFocus() { // on what was in use, as soon as it can be; else before what is asked
    const at = document.activeElement, one = at && at !== document.body ? at : last;
    if (!one || one === document.body || (one === at && usable(one))) return;
    const next = usable(one) ? one : page.dataset.link === "live" ? $("main") : null;
    if (next) next.focus({ preventScroll: true });
  }
  document.addEventListener("focusin", (event) => { last = event.target; });
  document.addEventListener("focusout", (event) => { if (usable(event.target)) last = null; });
  for (const what of ["kept", "asks"]) document.addEventListener(what, keepFocus);
  document.addEventListener("keydown", (event) => { // from there: past what lies above what is asked
    if (event.key !== "Tab" || event.shiftKey || document.activeElement !== $("main")) return;
    const stops = Array.from(document.querySelectorAll(STOPS));
    const first = stops.find(usable);
    if (!first) return;
    event.preventDefault();
    (stops.find((one) => one.type === "radio" && one.name === first.name && one.checked) || first).focus();
  });

  // An end that this page saw come is counted as on the screen, until a touch, another tab or its time shows all of it.
  let counting = 0;
  function counted() {
    clearTimeout(counting);
    delete page.dataset.counts;
    document.dispatchEvent(new Event("counted"));
  }
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
  for (const touch of ["click", "keydown"]) document.addEventListener(touch, counted);

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

  // Far away the table may be behind another tab, which gets a dot for news of others, until it is turned to.
  const far = document.querySelector(".both > #table-side"), dot = document.querySelector("nav .dot");
  let news = []; // parts that are coming, unless they answer this page or are the first
  if (far) {
    document.addEventListener("coming", ({ detail: { parts, own } }) => {
      news = own || !page.dataset.shows || page.dataset.side === "table" ? [] : Object.keys(parts);
    });
    document.addEventListener("painted", () => {
      if (dot.parentNode.getClientRects().length && news.some((id) => far.contains($(id)))) dot.hidden = false;
    });
    document.addEventListener("kept", () => { dot.hidden = dot.hidden || page.dataset.side === "table"; });
  }

  // The table may have another address by now. It says who it is before it is told the key.
  document.addEventListener("elsewhere", ({ detail: others }) => {
    const stop = new AbortController();
    setTimeout(() => stop.abort(), PATIENCE);
    fetch("/here", { cache: "no-store", signal: stop.signal }) // a page stays at its own address while that answers
      .then((answer) => answer.ok, () => false)
      .then((here) => { if (!here) search(others); });
  });

  function search(others) {
    const { table } = document.body.dataset;
    for (const address of others.split(" ")) {
      if (!address || address === location.origin) continue;
      const here = address + "/here?of=" + table.slice(0, 8);
      fetch(here, { mode: "cors", cache: "no-store", credentials: "omit" })
        .then((answer) => answer.json())
        .then((said) => {
          if (page.dataset.link === "lost" && said.table === table) location.replace(address + location.pathname);
        })
        .catch(() => {});
    }
  }

  // A wonder that is complete fills the page once, in step with the screen (later.css); a touch ends it.
  const whole = () => new Set(Array.from(each(".whole"), (one) => one.id));
  let complete = whole(); // null: not known since the connection was lost
  document.addEventListener("kept", () => { if (page.dataset.link === "lost") complete = null; });
  document.addEventListener("painted", () => {
    const stand = whole(), fresh = complete && [...stand].find((id) => !complete.has(id));
    complete = stand;
    if (fresh && !("over" in $(fresh).dataset)) $(fresh).classList.add("shows"); // the end shows it by itself
  });
  const seen = () => { for (const one of each(".whole.shows")) one.classList.remove("shows"); };
  document.addEventListener("animationend", ({ animationName }) => { if (animationName === "whole") seen(); });
  document.addEventListener("pointerdown", ({ target }) => { if (target.closest(".whole")) seen(); });

  // What a lesson, a hint, a refusal or an unfolded reason names bears a ring, by the keys of things (`Idea.rings`); a
  // screen reader says so, too.
  const THINGS = ":is(#strip,#tab-mine,#tab-table,#piles,#places,#tokens) :is([data-key],[data-about],[data-say])";
  function light() {
    const keys = {};
    for (const one of each("[data-lit]")) {
      if (one.hidden || one.matches("details:not([open])")) continue;
      for (const key of one.dataset.lit.split(" ")) keys[key] = one.querySelector(":scope > [hidden]").id;
    }
    for (const one of each(THINGS)) {
      const key = one.dataset.key || (one.dataset.about || one.dataset.say).replace(/^\w-/, "");
      const by = keys[key], control = one.control || one;
      one.toggleAttribute("data-spoken", !!by);
      if (by) control.setAttribute("aria-describedby", by);
      else if (/^(lit|hinted|whys|spoken)$/.test(control.getAttribute("aria-describedby"))) {
        control.removeAttribute("aria-describedby");
      }
    }
  }
  document.addEventListener("toggle", light, true);
  document.addEventListener("painted", light);
  document.addEventListener("light", light);
  light();

  // Headings and names in the display face (later.css): ours, and only where nothing moves when they are.
  const STONE = ".box > h2:not(.h), .strip h2, .who > h1, .large > h2, .opening > h2, .turn > h1, legend h1,"
    + " .tile > b:not(.n), .titled > .n";
  const LETTERS = /^[ A-Za-zÀ-ÿŒœŸ’'–-]{1,40}$/;
  const lies = (one) => { // on the page, as the window may scroll meanwhile
    const { top } = page.getBoundingClientRect();
    return [one.parentNode, ...one.parentNode.children].flatMap((each) => {
      const { x, y, height } = each.getBoundingClientRect();
      return [each === one ? 0 : x, y - top, height]; // what is in the middle or to the right grows to both
    });
  };
  const differs = (was, now) => was.some((place, n) => Math.abs(place - now[n]) > .5);
  function carve() { // all at once, since a page is laid out anew whenever it is asked where something lies
    const all = [...each(STONE)].filter((one) => LETTERS.test(one.textContent.trim()));
    const bear = (them, face) => { for (const one of them) one.classList.toggle("stone", face); };
    bear(all, false);
    const moves = (one, was) => differs(was, lies(one)) || one.scrollWidth > one.clientWidth;
    const before = all.map(lies);
    bear(all, true);
    const moved = all.filter((one, n) => moves(one, before[n]));
    bear(moved, false);
    for (const one of moved) { // it may have moved because of another
      const was = lies(one);
      bear([one], true);
      if (moves(one, was)) bear([one], false);
    }
  }
  const style = document.querySelector('link[href$="later.css"]');
  const loaded = () => document.fonts.load("1em Stone").then((found) => {
    if (!found.length) return;
    carve();
    document.addEventListener("painted", carve);
    addEventListener("resize", carve); // turned, or with larger words
    page.dataset.carved = "";
  }, () => {}); // it did not come
  if (style && document.fonts) style.sheet ? loaded() : style.addEventListener("load", loaded);
})();
