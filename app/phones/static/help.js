// The second script of a phone page, which phone.js loads once its socket is open: explanations, previews, dialogs,
// the number pad, announcements for screen readers, keyboard focus, marks of changes, the counted end.
// The two scripts talk by events on the document, each with a detail. From phone.js:
//   coming {parts, own}, painted   parts have arrived; they have been merged into the page
//   about control                  the control to explain
//   ahead {id, lines, ghosts}      the preview of a choice
//   pin, doubt {why, wish, rule}   a refused intent (wish) that needs a PIN or number, or a confirmation
//   answered {wish}                an intent was accepted
//   say [[text, what, open]]       texts to announce, in order; asks: announce the question
//   held button                    a covered thing is uncovered
//   light                          the rings may differ
//   kept                           controls were enabled or disabled, a tab was opened, or an explanation was closed
//   turn                           another question was asked of this seat
//   elsewhere addresses            the table does not answer: look for it there
//   language {lang, reload}        the parts are in another language than the page; reload() unless somebody is busy
// To phone.js: tell text, foresee {form} (which gets an id), again intent (to send it again), listens. To aloud.js:
// aloud. Within this script: counted.
(function () {
  "use strict";
  const $ = (id) => document.getElementById(id);

  const PATIENCE = 2000; // milliseconds until an address counts as silent
  const page = document.documentElement, each = (what, where) => (where || document).querySelectorAll(what);

  // ---- explanations: the text of the nearest thing, else the name of the control and what it does ---------------

  document.addEventListener("about", ({ detail: one }) => {
    const near = one.closest("[data-say],[data-about]") || one.querySelector("[data-say],[data-about]");
    const slug = near && (near.dataset.about || near.dataset.say), says = slug && $("say-" + slug);
    const field = one.control || one, shown = { name: accessibleName(one, field), value: fieldValue(field) };
    const does = JSON.parse($("does").firstElementChild.dataset.does);
    const told = says ? says.textContent : does[kindOf(field)].replace(/{(\w+)}/g, (_, what) => shown[what]);
    document.dispatchEvent(new CustomEvent("tell", { detail: told }));
  });

  function accessibleName(one, field) {
    const label = field.getAttribute("aria-label") || one.getAttribute("aria-label");
    if (label) return label;
    const by = $(field.getAttribute("aria-labelledby"));
    const texts = document.createTreeWalker(by || one, NodeFilter.SHOW_TEXT), found = [];
    while (texts.nextNode()) if (!texts.currentNode.parentNode.closest("select")) found.push(texts.currentNode.data);
    return found.join(" ").replace(/\s+/g, " ").replace(/ (?=[.,:;)])/g, "").trim();
  }

  function fieldValue(field) {
    return field.selectedOptions ? field.selectedOptions[0].text.trim() : field.value || "";
  }

  function kindOf(field) {
    if (field.matches(":disabled")) return field.dataset.choose ? "first" : "not";
    if (field.dataset.hold) return "look";
    if (field.dataset.tab || field.tagName === "A") return "page";
    if (field.tagName === "SUMMARY") return "fold";
    if (!field.matches("input,select")) return "do";
    return { radio: "choose", checkbox: "switch" }[field.type] || (fieldValue(field) ? "field" : "empty");
  }

  // ---- a second tap submits a choice, if it comes AGAIN or more after the first ------------------

  const AGAIN = 600; // milliseconds
  let tapped = null, timer = 0; // tapped: {choice, label, again} under a finger; again: a tap submits it
  const formOf = (choice) => choice.form || choice.parentNode.querySelector("form[data-do]");
  document.addEventListener("pointerdown", ({ target, isPrimary }) => {
    const label = isPrimary && target.closest("#ask label"), choice = label && label.control;
    tapped = choice && choice.type === "radio" ? { choice, label, again: "again" in choice.dataset } : null;
  }, true);
  document.addEventListener("click", ({ target, detail }) => {
    if (!detail || !tapped || target.closest("label") !== tapped.label) return; // a key, or another choice
    const { choice, again } = tapped, form = formOf(choice), spec = form && form.dataset.do;
    tapped = null; // the label will send a second click, to its input
    if (again) { submitChoice(choice, form); return; }
    clearTimeout(timer);
    for (const one of each("[data-again]")) delete one.dataset.again;
    timer = setTimeout(() => {
      const now = choice.isConnected && choice.checked && formOf(choice);
      if (now && now.dataset.do === spec) choice.dataset.again = ""; // the same question
    }, AGAIN);
  });
  function submitChoice(choice, form) {
    const go = form && form.querySelector("button.go");
    const open = form && [...each("[data-several]:checked", form)].find((one) => one !== choice);
    if (open) open.parentNode.scrollIntoView({ block: "nearest" }); // preset among several: show it first
    else if (go && !go.disabled) go.click();
  }

  // ---- previews: the effect of the chosen action, above the main button and as ghosts on the page ---------------

  let foreseen = {}; // {form, id, ghosts}: of the last request
  function requestPreview(form) { // the old preview keeps its room until the new one comes
    const old = $("ahead"), go = form && form.querySelector(".dock > button.go");
    const asks = go && !go.disabled && form.dataset.do.startsWith("act;") && go.getClientRects().length;
    if (old && asks && form.contains(old)) old.classList.add("late"); else if (old) old.remove();
    showGhosts([]);
    foreseen = asks ? { form } : {};
    if (!asks) return;
    document.dispatchEvent(new CustomEvent("foresee", { detail: foreseen }));
  }
  document.addEventListener("change", ({ target }) => {
    if (target.type === "radio" && target.closest("#ask")) requestPreview(formOf(target));
  });
  document.addEventListener("painted", () => { // the effect may be another by now
    const { form } = foreseen;
    if (form && (!form.isConnected || !$("ahead"))) requestPreview(form.isConnected && form);
    else showGhosts(foreseen.ghosts || []); // the merge may have replaced their carriers
  });
  function showGhosts(ghosts) { // ghosts: [place, new value, box in the drawing]
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
    showGhosts(foreseen.ghosts = ghosts || []);
    announce(lines.map(sentence).join(" "));
  });

  // ---- dialogs: focus stays in the topmost one, Escape and a phone's back gesture close it ----------------------

  const dialog = () => [...each(":is(#pin,.keypad):not([hidden])")].pop();
  let watcher = null; // of close requests, while a dialog is open; it gets Escape, too
  function trapFocus() {
    for (const one of each("[inert]")) one.inert = false;
    for (let at = dialog(); at && at !== document.body; at = at.parentNode) {
      for (const one of at.parentNode.children) if (one !== at && one.id !== "ear") one.inert = true;
    }
    if (dialog() && !watcher && window.CloseWatcher) { // else the gesture leaves the page
      watcher = new CloseWatcher();
      watcher.onclose = () => { watcher = null; closeDialog(); };
    } else if (!dialog() && watcher) {
      watcher.destroy();
      watcher = null;
    }
  }
  function closeDialog() {
    const top = dialog();
    if (!top) return;
    if (top.id === "pin") closePin();
    else if (top.id === "keypad") { pad = null; drawPad(); } else {
      top.remove(); // an entry in doubt is not made
      trapFocus();
      focusBelow();
    }
  }
  document.addEventListener("painted", trapFocus);
  document.addEventListener("keydown", ({ key }) => { if (key === "Escape" && !watcher) closeDialog(); });

  // ---- the PIN, or the number that confirms an action: after it is accepted, the refused intent is sent again ----

  const digits = () => $("pin").querySelector("input");
  let refused = null, focusBefore = null; // the refused intent; the element in focus before the dialog
  let asked = null; // {why, number, typed} while the dialog is open
  function askPin(why, number) {
    if ($("pin").hidden) focusBefore = document.activeElement;
    asked = { why, number, typed: "" };
    showPin();
  }
  function showPin() {
    const { why, number, typed } = asked;
    for (const one of each("[data-pin-says]")) one.textContent = one.dataset[number ? "numberSays" : "pinSays"];
    digits().type = number ? "text" : "password";
    $("pin-why").textContent = why;
    digits().value = typed;
    $("pin").hidden = false;
    trapFocus();
    digits().focus();
  }
  function closePin() {
    asked = null;
    $("pin").hidden = true;
    digits().value = "";
    refused = null;
    trapFocus();
    if (focusBefore && isUsable(focusBefore)) focusBefore.focus({ preventScroll: true });
  }
  document.addEventListener("coming", () => { if (asked) asked.typed = digits().value; });
  document.addEventListener("painted", () => { if (asked && $("pin").hidden) showPin(); }); // in another language
  document.addEventListener("pin", ({ detail: { why, wish, rule } }) => {
    if (wish.type !== "give-pin") refused = wish;
    askPin(why, /^(meant|number-wrong)$/.test(rule));
  });
  document.addEventListener("answered", ({ detail: { wish } }) => {
    if (!wish || wish.type !== "give-pin") return;
    const again = refused;
    closePin();
    if (again) document.dispatchEvent(new CustomEvent("again", { detail: again }));
  });
  document.addEventListener("click", ({ target }) => {
    if (target.closest("[data-pin]")) askPin("");
    if (target.closest("#pin-away")) closePin();
  });

  // ---- the number pad of a score sheet: enters one number after another, down the sheet or round the table -------

  let opener = null; // the element in focus before the pad
  let pad = null; // {seat, at: index of the cell, typed: digits so far, done: cells entered or skipped}
  let goesRound = false, types = false; // types: digits are typed, not chosen among usual values
  function readSheet() {
    const at = document.querySelector("main > section:not([hidden]) [data-sheet]");
    return at && { ...JSON.parse(at.dataset.sheet), says: JSON.parse(at.dataset.words) };
  }
  function make(tag, cls, text, more) {
    const made = Object.assign(document.createElement(tag), { className: cls, textContent: text || "" });
    if (tag === "button") made.type = "button";
    for (const name in more) made.setAttribute(name, more[name]);
    return made;
  }
  function openPad(seat, id) {
    const sheet = readSheet();
    if (!sheet) return;
    const first = sheet.cells.findIndex((one) => id ? one.id === id : !(one.id in sheet.now[seat - 1]));
    pad = { seat, at: Math.max(0, first), typed: "", done: {} };
    drawPad();
  }
  function nextCell(sheet) { // the next empty one, as [seat, index]
    const seats = sheet.people.length, order = [];
    const turn = (step) => (pad.seat - 1 + step) % seats + 1;
    for (let step = 1; goesRound && step < seats; step++) order.push([turn(step), pad.at]);
    for (let at = pad.at + 1; at < sheet.cells.length; at++) {
      for (let step = 1; step <= (goesRound ? seats : 1); step++) order.push([goesRound ? turn(step) : pad.seat, at]);
    }
    return order.find(([seat, at]) => !(sheet.cells[at].id in sheet.now[seat - 1]) && !pad.done[seat + " " + at]);
  }
  function advancePad() {
    const sheet = readSheet();
    pad.done[pad.seat + " " + pad.at] = true;
    const next = sheet && nextCell(sheet);
    if (next) [pad.seat, pad.at, pad.typed] = [...next, ""]; else pad = null;
    drawPad();
  }
  function entryIntent(n) { return `enter;action=${pad.seat} set ${readSheet().cells[pad.at].id} ${n}`; }
  function drawPad() {
    const old = $("keypad"), sheet = pad && readSheet(), at = document.activeElement;
    const used = old && old.contains(at) && `[data-pad="${at.dataset.pad}"]`; // the key in focus
    if (old) old.remove(); else opener = at;
    trapFocus();
    if (!sheet) {
      pad = null;
      if ((used || at === document.body) && isUsable(opener)) opener.focus({ preventScroll: true });
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
        const more = { "data-pad": "put", "data-adds": "", "data-do": entryIntent(n) };
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
    const enters = typed ? { "data-adds": "", "data-do": entryIntent(Number(pad.typed)) } : {};
    const next = { "data-pad": "put", ...enters };
    ways.append(make("button", "btn" + (typed ? " go" : ""), says.next, next));
    note.append(head, make("small", "", cell.says || (now === undefined ? says.untold : "")), keys, ways);
    box.append(note);
    box.setAttribute("aria-label", head.firstChild.textContent);
    document.body.append(box);
    trapFocus();
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
    if (fill) openPad(Number(fill.dataset.fill));
    if (!one || !pad) return;
    const [what, key] = one.dataset.pad.split(" ");
    if (what === "put") { advancePad(); return; }
    if (what === "key") { typeDigit(key); return; }
    if (what === "close") pad = null;
    if (what === "types") types = !types;
    if (what === "down" || what === "round") goesRound = what === "round";
    drawPad();
  });
  document.addEventListener("painted", () => { if (pad && !pad.typed) drawPad(); });

  // ---- confirmation of an unlikely or incomplete entry ----------------------------------------------------------

  function focusBelow() {
    ($("keypad") ? $("keypad").querySelector(".keys button:enabled") : $("main")).focus({ preventScroll: true });
  }
  document.addEventListener("doubt", ({ detail: { why, wish, rule } }) => {
    const sheet = readSheet(), again = (more) => ({ detail: { ...wish, ...more } });
    if (!sheet) { document.dispatchEvent(new CustomEvent("tell", { detail: why })); return; }
    const box = make("div", "over keypad", "", { role: "alertdialog" }), note = make("div", "note gap");
    const answer = (label, cls, then) => {
      const button = make("button", "btn " + cls, label);
      button.addEventListener("click", () => {
        box.remove();
        trapFocus();
        then();
        focusBelow();
      });
      note.append(button);
    };
    const say = (more) => document.dispatchEvent(new CustomEvent("again", again(more)));
    note.append(make("h1", "", why));
    const { says } = sheet, [seat, , id] = (wish.action || "").split(" ");
    if (rule === "missing") {
      const lacks = sheet.now.findIndex((cells) => sheet.cells.some((one) => !(one.id in cells)));
      answer(says.enter, "go", () => openPad(lacks + 1));
      answer(says.zero, "", () => say({ action: "end 0" }));
      answer(says.unfinished, "", () => say({ sure: true }));
    } else {
      answer(says.sure, "go", () => say({ sure: true }));
      answer(says.unsure, "", () => { types = true; openPad(Number(seat), id); });
    }
    box.append(note);
    box.setAttribute("aria-label", why);
    document.body.append(box);
    trapFocus();
    box.querySelector("button").focus({ preventScroll: true });
  });

  // ---- appearance: a cookie, so that the server renders each page with it ---------------------------------------

  const ROOT = location.pathname.replace(/(seat\/.*|watch)$/, ""); // a relay serves the table under a longer path
  function showAppearance() {
    for (const one of each("[data-look]")) {
      const kept = new RegExp(one.dataset.look + "=(\\w+)").exec(document.cookie);
      one.value = kept ? kept[1] : "";
    }
  }
  document.addEventListener("painted", showAppearance);
  showAppearance();
  document.addEventListener("change", ({ target: one }) => {
    if (!one.dataset.look) return;
    document.cookie = `${one.dataset.look}=${one.value};path=${ROOT};max-age=31536000;samesite=lax`;
    if (one.dataset.look === "aloud") return;
    saveDraft();
    location.reload();
  });

  // ---- a reload by this page keeps what is half written, the open folds and the place ---------------------------

  const DRAFT = "draft-" + location.pathname;
  const draftFields = () => [...each("main form[data-do] :is(input,select)[name]")];
  const isPreset = (one) => one.options ? [...one.options].every((each) => each.selected === each.defaultSelected)
    : one.checked === one.defaultChecked && one.value === one.defaultValue;
  function saveDraft() {
    const fields = draftFields().filter((one) => !isPreset(one));
    const folds = [...each("main details[open][id]")].map(({ id }) => id);
    const draft = [fields.map((one) => [one.form.dataset.do, one.name, one.value, one.checked]), folds, scrollY];
    try { sessionStorage.setItem(DRAFT, JSON.stringify(draft)); } catch (e) { /* not allowed */ }
  }
  function restoreDraft() {
    let draft = null;
    try { draft = JSON.parse(sessionStorage.getItem(DRAFT)); sessionStorage.removeItem(DRAFT); } catch (e) { /* - */ }
    const [typed, folds, top] = draft || [[], []];
    for (const id of folds) if ($(id)) $(id).open = true;
    for (const [spec, name, value, checked] of typed) {
      const fields = draftFields().filter((one) => one.form.dataset.do === spec && one.name === name);
      const one = fields.find((one) => one.type !== "radio" || one.value === value);
      if (!one) continue;
      if (/radio|checkbox/.test(one.type)) one.checked = checked; else one.value = value;
      one.dispatchEvent(new Event("change", { bubbles: true }));
    }
    if (draft) window.scrollTo(0, top);
  }
  if (page.dataset.shows) restoreDraft(); else document.addEventListener("painted", restoreDraft, { once: true });

  // ---- changes of the language: parts arrive in it, and the words around them change in place ------------------

  const WORDS = /^(aria-label|data-(tell|\w+-says))$/; // attributes for people
  let translation = ""; // "loads", or a language for which the page has to be reloaded
  document.addEventListener("language", ({ detail: { lang, reload } }) => {
    if (dialog() || !$("say").hidden || translation === "loads") return;
    if (translation === lang) { reload(); return; }
    translation = "loads";
    fetch(location.href, { cache: "no-store" }).then((answer) => answer.text()).then((html) => {
      const { documentElement: fresh, body } = new DOMParser().parseFromString(html, "text/html"), changes = [];
      const fits = fresh.dir === page.dir && collectWords(document.body, body, changes);
      translation = fits ? "" : lang;
      if (!fits) { reload(); return; } // to the other direction
      for (const change of changes) change();
      page.lang = fresh.lang;
      document.body.dataset.lang = body.dataset.lang;
      $("unread").click(); // the log, too
      document.dispatchEvent(new Event("painted"));
    }).catch(() => { translation = ""; }); // no connection: at the next request
  });
  function collectWords(old, fresh, changes) { // of all but the parts; returns false if the trees differ
    if (!old || old.nodeName !== fresh.nodeName || old.id !== fresh.id) return false;
    if (fresh.nodeType === Node.TEXT_NODE) {
      if (old.data !== fresh.data) changes.push(() => { old.data = fresh.data; });
      return true;
    }
    if (/^(svg|noscript|#comment)$/i.test(fresh.nodeName)) return true;
    for (const { name, value } of fresh.attributes) {
      if (WORDS.test(name)) changes.push(() => old.setAttribute(name, value));
    }
    if ("mark" in fresh.dataset || "each" in fresh.dataset) return true;
    return [...fresh.childNodes].every((one, nth) => collectWords(old.childNodes[nth], one, changes));
  }

  // ---- announcements: events and questions, once each and in order, in the live region of ear.html --------------

  const ear = $("ear"), MAX_LINES = 40; // older lines are removed
  const announced = new Map(); // texts by part
  let away = false, waiting = []; // away: the connection was lost; waiting: until the end has been counted
  const ANNOUNCED = { opening: "h2,p", codes: "h2,p", ritual: "h2,p", vote: "h2,p", repair: "h1,p,li", hold: "h1",
    head: ".turn", lesson: "p", // selectors, in the order of announcement
    verdict: "h1,.mine,p:not(.mine,.still),li" };

  function isShown(one) { // the content of a closed fold has boxes, too
    return one.getClientRects().length && !one.closest("details:not([open]) > :not(summary)");
  }
  function announce(text, what, aloud, key) { // aloud: the public part of the text, read by aloud.js
    if (!ear || !text) return;
    if ("counts" in page.dataset) { waiting.push([text, what, aloud, key]); return; }
    if (aloud) document.dispatchEvent(new CustomEvent("aloud", { detail: { what, text: aloud, key } }));
    ear.append(make("p", "", text));
    while (ear.children.length > MAX_LINES) ear.firstChild.remove();
  }
  function spokenText(node) {
    if (node.nodeType === Node.TEXT_NODE) return node.data;
    if (node.nodeType !== Node.ELEMENT_NODE || node.hidden || node.getAttribute("aria-hidden") === "true") return "";
    if (node.hasAttribute("aria-label")) return " " + node.getAttribute("aria-label");
    const inner = Array.from(node.childNodes, spokenText).join("");
    return /^(H\d|P|LI|DIV)$/.test(node.tagName) ? sentence(inner) + " " : inner;
  }
  function sentence(text) {
    const plain = text.replace(/\s+/g, " ").trim();
    return plain && !/[.!?:…]$/.test(plain) ? plain + "." : plain;
  }
  function announceParts() {
    for (const [id, what] of Object.entries(ANNOUNCED)) {
      const part = $(id), said = announced.get(id) || [];
      if (!part || part.closest("section[hidden]")) continue;
      const now = Array.from(each(id === "head" && away ? ".head" : what, part))
        .filter((one) => !one.closest("[hidden]") && !one.querySelector("button") && isShown(one))
        .map((one) => [(one.dataset.question || "") + one.textContent, sentence(spokenText(one)), one]);
      const fresh = now.filter(([key]) => !said.includes(key)), join = (all) => all.map(([, text]) => text).join(" ");
      announce(join(fresh), id, join(fresh.filter(([, , one]) => !one.closest("[data-own]"))), join(now));
      announced.set(id, now.map(([key]) => key));
    }
    away = false;
  }
  document.addEventListener("say", ({ detail: texts }) => { // open: public
    for (const [text, what, open] of texts.splice(0)) announce(text, what, open && text);
  });
  document.addEventListener("asks", announceParts);
  document.addEventListener("kept", () => { // a lost connection is announced, and the head again after it
    if (page.dataset.link !== "lost") return;
    away = true;
    announced.delete("head");
  });
  document.addEventListener("held", ({ detail: button }) => {
    for (const one of each(".truth,.words", button.closest(".cover,.face-down,.box"))) {
      announce(sentence(spokenText(one)), "tell", sentence(spokenText(one)));
    }
  });
  document.addEventListener("counted", () => waiting.splice(0).forEach((all) => announce(...all)));
  document.dispatchEvent(new Event("listens"));
  announceParts();

  document.addEventListener("contextmenu", (event) => {
    if (event.target.closest && event.target.closest("[data-hold]")) event.preventDefault();
  });
  document.addEventListener("toggle", ({ target }) => {
    if (target.dataset.page && target.open) window.scrollTo(0, 0);
  }, true);

  // ---- the knock of a turn --------------------------------------------------------------------------------------

  let audio = null;
  document.addEventListener("click", () => {
    const Make = window.AudioContext || window.webkitAudioContext;
    if (!audio && Make) try { audio = new Make(); } catch (e) { /* silent then */ }
  });
  document.addEventListener("turn", () => { // browsers allow sound only after a touch
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

  // ---- keyboard focus: never lost to the beginning of the page --------------------------------------------------

  let last = document.activeElement; // in focus last, also while it is disabled
  const STOPS = ":is(#opening,#codes,#ritual,#vote,#repair,#ask) :is(button,input,select,summary,a)";
  const isUsable = (one) => one.isConnected && !one.matches(":disabled") && isShown(one);
  function keepFocus() { // on the last element once it is usable; else on main, before the question
    const at = document.activeElement, one = at && at !== document.body ? at : last;
    if (!one || one === document.body || (one === at && isUsable(one))) return;
    const next = isUsable(one) ? one : page.dataset.link === "live" ? $("main") : null;
    if (next) next.focus({ preventScroll: true });
  }
  document.addEventListener("focusin", (event) => { last = event.target; });
  document.addEventListener("focusout", (event) => { if (isUsable(event.target)) last = null; });
  for (const what of ["kept", "asks"]) document.addEventListener(what, keepFocus);
  document.addEventListener("keydown", (event) => { // from main to the question, past everything above it
    if (event.key !== "Tab" || event.shiftKey || document.activeElement !== $("main")) return;
    const stops = Array.from(document.querySelectorAll(STOPS));
    const first = stops.find(isUsable);
    if (!first) return;
    event.preventDefault();
    (stops.find((one) => one.type === "radio" && one.name === first.name && one.checked) || first).focus();
  });

  // ---- an end that this page saw come: points are counted as on the screen, until a touch or its time is over ----

  let counting = 0;
  function endCounting() {
    clearTimeout(counting);
    delete page.dataset.counts;
    document.dispatchEvent(new Event("counted"));
  }
  function beginCounting(parts) {
    const told = "head" in parts && parts.verdict, last = $("verdict");
    const fresh = told && last && !last.firstElementChild;
    const times = fresh && /data-lasts="([\d.]+)" data-waits="([\d.]+)"/.exec(told[1]);
    if (!times) return;
    const [, lasts, waits] = times;
    page.style.setProperty("--lasts", lasts + "s");
    page.style.setProperty("--waits", waits + "s");
    page.dataset.counts = "";
    counting = setTimeout(endCounting, 1000 * lasts + 1000);
  }
  for (const touch of ["click", "keydown"]) document.addEventListener(touch, endCounting);

  // ---- marks of changed things, until the next news -------------------------------------------------------------

  const PICTURED_PARTS = /^(pile|place|seat|thing)-|^(markers|tokens|medals|deck|wonder|cards)$/;
  const PICTURED_THINGS = ".pills>*,.stages>*,.signs>*,.mark,.good,.bare:not(.wonders>*),.wonders>:has(.done)";
  let contents = []; // of the arriving parts until now: [id, HTML of its things]
  document.addEventListener("coming", ({ detail: { parts } }) => {
    beginCounting(parts);
    if (parts.news) for (const one of each("[data-fresh]")) one.removeAttribute("data-fresh");
    const pictured = Object.keys(parts).filter((id) => PICTURED_PARTS.test(id) && $(id));
    contents = pictured.map((id) => [id, new Set(Array.from(each(PICTURED_THINGS, $(id)), (one) => one.outerHTML))]);
  });
  document.addEventListener("painted", () => {
    for (const [id, was] of contents) {
      if (was.size) for (const one of each(PICTURED_THINGS, $(id))) if (!was.has(one.outerHTML)) one.dataset.fresh = "";
    }
    contents = [];
  });

  // ---- a player far away: a dot on the tab of the table, if something changed there while it was hidden ----------

  const far = document.querySelector(".both > #table-side"), dot = document.querySelector("nav .dot");
  let news = []; // ids of the arriving parts, unless they answer this page or are the first
  if (far) {
    document.addEventListener("coming", ({ detail: { parts, own } }) => {
      news = own || !page.dataset.shows || page.dataset.side === "table" ? [] : Object.keys(parts);
    });
    document.addEventListener("painted", () => {
      if (dot.parentNode.getClientRects().length && news.some((id) => far.contains($(id)))) dot.hidden = false;
    });
    document.addEventListener("kept", () => { dot.hidden = dot.hidden || page.dataset.side === "table"; });
  }

  // ---- a lost table: try its other addresses. It identifies itself before it gets the key -----------------------

  document.addEventListener("elsewhere", ({ detail: others }) => {
    ask("/here").then((here) => here || search(others));
  });

  function ask(address, more) { // false without an answer in time
    const stop = new AbortController();
    setTimeout(() => stop.abort(), PATIENCE);
    return fetch(address, { cache: "no-store", signal: stop.signal, ...more })
      .then((answer) => answer.ok && answer.json()).catch(() => false);
  }

  function search(others) { // a table that starts answers at every address, slowly, in the order of the requests
    const { table } = document.body.dataset, here = ask("/here");
    for (const address of others.split(" ")) {
      if (!address || address === location.origin) continue;
      Promise.all([ask(address + "/here?of=" + table.slice(0, 8), { mode: "cors", credentials: "omit" }), here])
        .then(([said, stays]) => {
          const moves = said.table === table && !stays && page.dataset.link === "lost";
          if (moves) location.replace(address + location.pathname);
        });
    }
  }

  // ---- a completed wonder fills the page once, in step with the screen (later.css); a touch ends it --------------

  const wholeWonders = () => new Set(Array.from(each(".whole"), (one) => one.id));
  let complete = wholeWonders(); // ids; null: unknown since the connection was lost
  document.addEventListener("kept", () => { if (page.dataset.link === "lost") complete = null; });
  document.addEventListener("painted", () => {
    const stand = wholeWonders(), fresh = complete && [...stand].find((id) => !complete.has(id));
    complete = stand;
    if (fresh && !("over" in $(fresh).dataset)) $(fresh).classList.add("shows"); // the end shows it itself
  });
  const endWhole = () => { for (const one of each(".whole.shows")) one.classList.remove("shows"); };
  document.addEventListener("animationend", ({ animationName }) => { if (animationName === "whole") endWhole(); });
  document.addEventListener("pointerdown", ({ target }) => { if (target.closest(".whole")) endWhole(); });

  // ---- rings round the things that a lesson, hint, refusal or reason names by their keys (Idea.rings) ------------

  const THINGS = ":is(#strip,#tab-mine,#tab-table,#piles,#places,#tokens) :is([data-key],[data-about],[data-say])";
  function ringThings() {
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
  document.addEventListener("toggle", ringThings, true);
  document.addEventListener("painted", ringThings);
  document.addEventListener("light", ringThings);
  ringThings();

  // ---- the display face (later.css) for headings and names, where the layout stays the same with it -------------

  const STONE = ".box > h2:not(.h), .strip h2, .who > h1, .large > h2, .opening > h2, .turn > h1, legend h1,"
    + " .tile > b:not(.n), .titled > .n";
  const LETTERS = /^[ A-Za-zÀ-ÿŒœŸ’'–-]{1,40}$/;
  const placesAround = (one) => { // relative to the page, as the window may scroll meanwhile
    const { top } = page.getBoundingClientRect();
    return [one.parentNode, ...one.parentNode.children].flatMap((each) => {
      const { x, y, height } = each.getBoundingClientRect();
      return [each === one ? 0 : x, y - top, height]; // a centred one grows to both sides
    });
  };
  const hasMoved = (was, now) => was.some((place, n) => Math.abs(place - now[n]) > .5);
  function setDisplayFace() { // in few passes: each measurement after a change lays the page out
    const all = [...each(STONE)].filter((one) => LETTERS.test(one.textContent.trim()));
    const useFace = (them, face) => { for (const one of them) one.classList.toggle("stone", face); };
    useFace(all, false);
    const moves = (one, was) => hasMoved(was, placesAround(one)) || one.scrollWidth > one.clientWidth;
    const before = all.map(placesAround);
    useFace(all, true);
    const moved = all.filter((one, n) => moves(one, before[n]));
    useFace(moved, false);
    for (const one of moved) { // possibly by another one: try it alone
      const was = placesAround(one);
      useFace([one], true);
      if (moves(one, was)) useFace([one], false);
    }
  }
  const style = document.querySelector('link[href$="later.css"]');
  const loaded = () => document.fonts.load("1em Stone").then((found) => {
    if (!found.length) return;
    setDisplayFace();
    document.addEventListener("painted", setDisplayFace);
    addEventListener("resize", setDisplayFace); // turned, or with larger words
    page.dataset.carved = "";
  }, () => {}); // the font was not loaded
  if (style && document.fonts) style.sheet ? loaded() : style.addEventListener("load", loaded);
})();
