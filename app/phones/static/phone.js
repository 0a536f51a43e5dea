// The client of a phone: keeps one WebSocket open, replaces the parts that changed, and sends an intent for a tap.
// Every intent has an id and is sent again after a reconnect until the table has answered it.
"use strict";
(() => {
  const page = document.documentElement, body = document.body, LIVE = body.dataset.live;
  const $ = (id) => document.getElementById(id);
  const each = (what, within) => Array.from((within || document).querySelectorAll(what));
  const on = (what, how, first) => document.addEventListener(what, how, first);
  const PING = 1500, SILENT = 4000, PATIENT = 12000, SLOW = 40000, RETRY = 800, ELSEWHERE = 5000; // milliseconds
  const CLICK = 400, REST = 8000, ASLEEP = 12e4; // the same
  const others = () => (document.querySelector("#net>*") || body).dataset.others;
  const me = Array.from(crypto.getRandomValues(new Uint8Array(8)), (b) => b.toString(16).padStart(2, "0")).join("");
  const pending = new Map(); // id -> intent, until answered
  const asking = new WeakMap(); // control -> id of the last intent it sent
  const isPending = (one) => pending.has(asking.get(one));
  let socket = null, alive = Date.now(), lostSince = 0, state = "new";
  let count = 0, above = {}, mine = null, ended = false;
  let moment = null; // the last highlighted news
  let asked = 0; // time of the last try of other addresses
  let toOpen = SILENT; // timeout of a connection that opens; longer every other time, and after a slow one
  let patience = SILENT; // timeout of a silent connection; on a slow one a large part takes many round trips
  const unread = new Map(); // parts of the log that came while it was open
  const far = document.querySelector(".both > #table-side"); // a narrow page shows it or the hand, by data-side
  const table = document.querySelector("nav [data-tab=table]"); // far away it is there on a narrow page alone
  let left = 0; // scroll position at which a turn interrupted a look at the table
  let own = false, returned = false; // the next message answers an intent of this page, or lists what it missed

  // ---- the socket ----------------------------------------------------------------------------------------------

  function connect() {
    if (state === "gone" || state === "moved") return;
    const address = location.origin.replace(/^http/, "ws") + location.pathname + "/live?page=" + me
      + "&wants=" + body.dataset.wants; // the language: some browsers name none when they open a socket
    const old = socket, link = new WebSocket(address);
    if (Date.now() - alive > ASLEEP) { pending.clear(); settle(); resetAll(); } // taps of before the phone slept
    socket = link;
    alive = Date.now();
    if (old) old.close();
    link.onopen = () => {
      if (link !== socket) return;
      const slow = Date.now() - alive > SILENT / 2;
      [toOpen, patience] = slow ? [PATIENT, SLOW] : [SILENT, SILENT];
      alive = Date.now();
      resume();
    };
    link.onmessage = (event) => { if (link === socket) { alive = Date.now(); receive(JSON.parse(event.data)); } };
    link.onclose = () => { if (link === socket) { socket = null; lose(); } };
  }

  function resume() { // request the parts of the open tab that differ
    returned = true;
    const have = {}, here = document.querySelector("main > section:not([hidden])");
    for (const part of each("[data-mark]")) {
      if (!part.closest("section[hidden]")) have[part.id] = part.dataset.mark;
    }
    const { timeZone: zone = "" } = Intl.DateTimeFormat().resolvedOptions();
    send({ type: "have", tab: here.id.slice(4), parts: have, heard, zone, at: Date.now() / 1000 });
    for (const intent of pending.values()) send(intent);
  }

  function send(message) {
    if (socket && socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  }

  function receive(message) {
    switch (message.type) {
      case "parts": showLive(); if (finger && !finger.free) behind.push(message); else swap(message); break;
      case "done": own = true; signal("answered", { wish: pending.get(message.id) }); settle(message.id); break;
      case "pong": patience = Date.now() - message.id > SILENT / 4 ? SLOW : SILENT; break;
      case "refused": refuse(message, pending.get(message.id)); break;
      case "cue": if (message.what === "horn") buzz([80, 60, 80]); break;
      case "ahead": signal("ahead", message); break;
      case "end": leave(message.why); break;
    }
  }

  function refuse(message, wish) { // help.js asks for a PIN or a confirmation
    settle(message.id);
    const { rule, text: why, lit } = message;
    if (wish && (/^(pin|meant)$/.test(rule) || wish.type === "give-pin")) signal("pin", { why, wish, rule });
    else if (wish && /^(unlikely|missing)$/.test(rule)) signal("doubt", { why, wish, rule });
    else tell(why, rule === "coach" ? null : true, null, null, lit);
    resetAll();
  }
  on("again", (event) => { const wish = event.detail; pending.set(wish.id, wish); send(wish); });

  function leave(why) {
    load(); // seats.js forgets a seat that is gone
    state = why;
    page.dataset.link = why;
    if (socket) socket.close();
    socket = null;
    const shown = $(why);
    if (shown) { shown.hidden = false; (shown.querySelector("a,button") || shown).focus(); }
    enable(false);
  }

  function lose() {
    if (state === "gone" || state === "moved" || state === "lost") return;
    state = "lost"; lostSince = Date.now();
    page.dataset.link = "lost"; $("lost").hidden = false;
    enable(false);
  }

  function showLive() {
    if (state === "live" || state === "left") return;
    load();
    state = "live"; lostSince = 0;
    page.dataset.link = "live"; $("lost").hidden = true;
    enable(true);
  }

  function enable(yes) {
    for (const set of each(".all")) set.parentNode.disabled = !yes;
    signal("kept");
  }

  function ping() {
    const now = Date.now();
    if (socket && socket.readyState === WebSocket.OPEN) send({ type: "ping", id: String(now) });
    const opens = socket && socket.readyState === WebSocket.CONNECTING;
    if (socket && now - alive > (opens ? toOpen : patience)) {
      const old = socket;
      if (opens) toOpen = toOpen === SILENT ? PATIENT : SILENT;
      socket = null; old.close(); lose();
    }
    renewPage();
    if (state === "lost" && now - lostSince > ELSEWHERE && now - asked > ELSEWHERE) {
      asked = now;
      signal("elsewhere", others()); // help.js looks for the table there
    }
    if (!socket) connect();
  }

  function wake() { // visible again, back from the cache, back on a network: ask at once
    if (document.visibilityState === "hidden" || state === "gone" || state === "moved") return;
    if (socket && socket.readyState === WebSocket.CONNECTING && Date.now() - alive < PING) return;
    if (socket && socket.readyState === WebSocket.OPEN && Date.now() - alive < PING * 1.6) { resume(); return; }
    if (Date.now() - alive > SILENT) lose(); // parts may be old
    connect();
  }

  // ---- replacing parts -----------------------------------------------------------------------------------------

  function swap(message) {
    for (const id of message.gone || []) { const part = $(id); if (part) part.remove(); unread.delete(id); }
    signal("coming", { parts: message.parts, own });
    for (const id of Object.keys(message.parts)) {
      const shown = $(id), told = message.parts[id], isNew = !shown || shown.dataset.mark !== told[0];
      if (isNew && id.startsWith("log-")) unread.set(id, told); else put(id, told); // two requests get one line twice
    }
    const open = page.dataset.shows === "more" && message.tab === "more", reads = open && !own && !returned;
    own = returned = false;
    if (reads && unread.size && $("logs").firstElementChild) $("unread").classList.remove("idle"); else unroll();
    if (held && !held.isConnected) cover();
    page.dataset.shows = message.tab;
    follow();
    for (const id of ["opening", "codes", "ritual", "vote", "repair"]) { // waited for, or asked: above every tab
      const now = Boolean($(id) && $(id).querySelector("[data-do]"));
      if (now && above[id] === false) { fold(); window.scrollTo(0, 0); if (id !== "codes") buzz(60); }
      above[id] = now;
    }
    const told = document.querySelector("#news > .moment:first-child"), one = told ? told.dataset.told : "";
    if (one && one !== moment && moment !== null) { // in step with lights at the table
      told.replaceWith(told.cloneNode(true)); // a new one: it lights up
      buzz(30);
    }
    if (one || moment === null) moment = one;
    const peek = opens && $(opens);
    if (peek) { opens = ""; peek.open = true; peek.querySelector("[data-hold]").focus({ preventScroll: true }); }
    measure();
    hear(message.told || []);
  }

  // ---- speech: texts to read aloud wait for help.js ------------------------------------------------------------

  let heard = +body.dataset.since || 0; // the newest line of the log that was read aloud
  const unsaid = [];
  on("listens", () => signal("say", unsaid));
  function speak(text, what, open) { unsaid.push([text, what, open]); signal("say", unsaid); }
  function hear(told) { // open: for everybody
    for (const [number, text, open] of told) if (number > heard) { heard = number; speak(text, "news", open); }
    signal("asks");
  }

  function put(id, told) {
    const part = $(id) || place(id);
    if (part) fill(part, ...told);
  }

  // The log grows at its head. While somebody reads it, new lines wait for a touch or an intent of this phone.
  function unroll() {
    unread.forEach((told, id) => put(id, told));
    unread.clear();
    $("unread").classList.add("idle");
  }

  function place(id) { // parts with a number live in the list they are named for; the log has its newest on top
    const [kind, number] = id.split("-"), list = $(kind + "s");
    if (!list) return null;
    const part = document.createElement(list.dataset.each || "div"), down = "down" in list.dataset;
    part.id = id;
    const after = Array.from(list.children).find((other) => {
      const n = +other.id.split("-")[1];
      return down ? n < +number : n > +number;
    });
    list.insertBefore(part, after || null);
    return part;
  }

  // Equal nodes stay: a field in which somebody types, an open fold, a control under a finger.
  function fill(part, mark, html) {
    const key = (one) => one.id || one.dataset.do || one.value, pair = (input) => input.name + "=" + input.value;
    const at = document.activeElement, inside = at && at !== part && part.contains(at), named = inside && key(at);
    const chosen = each("input[type=radio]:checked", part).map(pair);
    const next = document.createElement("template");
    next.innerHTML = html;
    renew(part, next.content);
    part.dataset.mark = mark;
    for (const input of each("input[type=radio]", part)) if (chosen.includes(pair(input))) input.checked = true;
    for (const input of each("input[type=radio][checked]", part)) { // the chosen one is gone: select the preset again
      if (!part.querySelector(`input[name="${input.name}"]:checked`)) input.checked = true;
    }
    each("form[data-do]", part).forEach(update);
    if (inside && !part.contains(at)) {
      const next = each("button,input,select,summary,a", part).find((one) => named && key(one) === named);
      (next || $("main")).focus({ preventScroll: true });
    }
  }

  // data-open: a fold that opens by itself, else it stays as it is
  const MEANS = ["id", "type", "name", "data-do", "data-say", "data-tab", "data-hold", "data-open", "href"];
  function same(one, other) {
    if (one.nodeName !== other.nodeName) return false;
    if (one.nodeType !== Node.ELEMENT_NODE) return true;
    if (one.type === "radio" && one.value !== other.value) return false;
    return MEANS.every((name) => one.getAttribute(name) === other.getAttribute(name));
  }

  // The translator of a browser replaces a text or puts a <font> in its place: both stay until the table changes it.
  const TEXTS = new WeakMap(); // element -> its texts, as the table wrote them
  const isText = (node) => node.nodeType === Node.TEXT_NODE || node.nodeName === "FONT";
  const texts = (one) => Array.from(one.childNodes).filter(isText);
  function record(one) {
    TEXTS.set(one, texts(one).map((text) => text.textContent));
    for (const child of one.children) if (!(child instanceof SVGElement)) record(child);
  }

  function renew(old, now) { // make the children of old those of now
    const shown = texts(old), before = TEXTS.get(old) || [], after = texts(now).map((text) => text.textContent);
    const told = (text) => shown.length === before.length ? before[shown.indexOf(text)] : undefined;
    let at = old.firstChild;
    for (const next of Array.from(now.childNodes)) {
      let kept = at;
      if (kept && isText(next) && isText(kept)) {
        at = kept.nextSibling;
        if (told(kept) === next.data) continue;
        if (kept.nodeName === "FONT") kept.replaceWith(next); else if (kept.data !== next.data) kept.data = next.data;
        continue;
      }
      while (kept && !same(kept, next)) kept = next.nodeType === Node.ELEMENT_NODE ? kept.nextSibling : null;
      if (!kept) { if (next.nodeType === Node.ELEMENT_NODE) record(next); old.insertBefore(next, at); continue; }
      while (at !== kept) { const past = at; at = at.nextSibling; past.remove(); }
      at = kept.nextSibling;
      if (kept.nodeType !== Node.ELEMENT_NODE) { if (kept.data !== next.data) kept.data = next.data; }
      else if (kept instanceof SVGElement) { if (!kept.isEqualNode(next)) kept.replaceWith(next); }
      else patch(kept, next);
    }
    while (at) { const past = at; at = at.nextSibling; past.remove(); }
    TEXTS.set(old, after);
  }

  function patch(old, now) { // attributes and children; a fold stays open or closed
    const typed = old.tagName === "INPUT" && old.value !== old.defaultValue;
    const picked = old.tagName === "SELECT" && !isStored(old);
    for (const { name } of Array.from(old.attributes)) {
      if (name !== "open" && !now.hasAttribute(name)) old.removeAttribute(name);
    }
    for (const { name, value } of Array.from(now.attributes)) {
      if (name !== "open" && old.getAttribute(name) !== value) old.setAttribute(name, value);
    }
    renew(old, now);
    if (old.dataset.do || !(typed || picked)) reset(old); // fields of a form keep their input until it is sent
  }

  function follow() {
    signal("painted");
    const head = document.querySelector("#head > [data-title]");
    if (!head) return;
    document.title = head.dataset.title;
    const now = head.dataset.question || "";
    if (now !== mine) fold(); // a new question closes the peek
    if (mine !== null && now && now !== mine) { buzz(60); if (!mine) signal("turn"); }
    const result = $("verdict") && $("verdict").firstElementChild;
    const comes = now && now !== mine || far && result && !ended;
    if (mine !== null && comes && !$("tab-mine").hidden && !(far && reads())) showHand();
    ended = Boolean(result);
    if (document.querySelector("#lobby>*") && !document.querySelector(".sits")) showAll();
    page.toggleAttribute("data-turn", Boolean(now));
    mine = now;
    renewPage();
  }

  function showHand() { // the hand, from its top
    if (page.dataset.side === "table") { left = scrollY; showTab("mine"); }
    page.scrollIntoView();
  }

  function reads() { // an explanation, or somebody types or goes through the table by keys
    const at = document.activeElement;
    return answers() || !$("say").hidden || at.matches(TYPED) || far.contains(at);
  }

  function renewPage() { // for another language, or for headers with new addresses of the table
    const head = document.querySelector("#head > [data-title]");
    if (!head || pending.size || state !== "live") return; // no intent is lost
    const { lang } = head.dataset;
    if (lang !== body.dataset.lang) signal("language", { lang, reload }); // help.js changes it in place
    else if (others().split(" ").some((one) => !body.dataset.others.includes(one))) reload();
  }

  function reload() { // to the same tab
    if (pending.size || answers()) return;
    state = "left";
    enable(false); // no intent is made meanwhile
    location.reload();
  }

  function answers() { // check for typing, or a choice not sent yet
    const changed = (one) => one.checked !== one.defaultChecked || one.value !== one.defaultValue;
    return edited || finger || ($("peek") || {}).open || $("keypad") || each("input:not([data-do])").some(changed);
  }

  function showAll() { // shown to a guest until now
    page.dataset.whole = "";
    try { localStorage.setItem("whole", 1); } catch (e) { /* not allowed */ }
  }

  function buzz(pattern) {
    try { if (navigator.vibrate) navigator.vibrate(pattern); } catch (e) { /* not allowed yet */ }
  }

  // ---- intents -------------------------------------------------------------------------------------------------

  // Values are sent as text: the table knows the type of every field, and nothing that was typed is taken for a number.
  const LIST = ["variant", "watch", "not_ours"];
  const TYPED = "textarea,input:not([type=radio]):not([type=checkbox]):not([type=hidden])";
  const parse = (text) => text === "null" ? null : text; // pages write null for no value
  const readField = (field) => field.matches(TYPED) ? field.value.trim() : parse(field.value);

  // act;question=5;action=take {side}, with the values of a form: an intent
  function build(spec, values) {
    const [type, ...rest] = spec.split(";"), made = { type, id: me + "-" + (++count) };
    for (const pair of rest) {
      const filled = (_, name) => name in values ? values[name] : "", at = pair.indexOf("=");
      const hole = /^\{(\w+)\}$/.exec(pair.slice(at + 1)), said = pair.slice(at + 1).replace(/\{(\w+)\}/g, filled);
      const value = hole && hole[1] in values ? values[hole[1]] : hole ? "" : parse(said);
      const path = pair.slice(0, at).replace(/\{(\w+)\}/g, filled).split("."), last = path.pop();
      let into = made;
      for (const step of path) into = into[step] = into[step] || {};
      into[last] = LIST.includes(last) ? value.split(" ").filter(Boolean) : value;
    }
    return made;
  }

  on("foresee", ({ detail }) => { // request the preview of a form for help.js
    const made = build(detail.form.dataset.do, read(detail.form));
    detail.id = made.id;
    send({ ...made, type: "look-ahead" });
  });

  function wish(spec, values, from) {
    if (state !== "live" && state !== "lost") return;
    const made = build(spec, values);
    pending.set(made.id, made);
    asking.set(from, made.id);
    setTimeout(() => { if (asking.get(from) === made.id && isPending(from)) from.classList.add("waiting"); }, 300);
    hush();
    send(made);
  }

  function press(button) { // a second press counts only where it adds
    opens = button.dataset.opens || "";
    if (!("adds" in button.dataset) && isPending(button)) return;
    wish(button.dataset.do, button.form ? read(button.form) : {}, button);
  }

  function settle(id) {
    pending.delete(id);
    for (const one of each(".waiting")) if (!isPending(one)) one.classList.remove("waiting");
    renewPage();
  }

  // ---- fields --------------------------------------------------------------------------------------------------
  // Attributes contain the stored value; the field may contain a newer one.

  const NUMBER = "input[data-number],input[type=number]";
  const listOptions = (field) => Array.from(field.options);

  const stored = (select) => listOptions(select).find((one) => one.defaultSelected) || select.options[0];

  function isStored(select) { // check that the stored option is chosen
    const said = stored(select);
    return !said || said.selected;
  }

  function reset(field) { // show the stored value, unless somebody edits it or its intent is pending
    if (field === document.activeElement && field.type !== "checkbox" || isPending(field)) return;
    if (field.tagName === "SELECT") { const said = stored(field); if (said) said.selected = true; }
    else if (field.tagName !== "INPUT") return;
    else if (field.type === "checkbox") field.checked = field.defaultChecked;
    else if (field.type !== "radio" && field.type !== "hidden") field.value = field.defaultValue;
  }

  function resetAll() { each("input[data-do],select[data-do]").forEach(reset); }

  function sendField(field) { // a field without a form
    if (field.type === "checkbox") { wish(field.dataset.do, { value: String(field.checked) }, field); return; }
    if ("number" in field.dataset) {
      field.value = trim(field.value);
      if (field.value === field.defaultValue && !isPending(field)) return;
    }
    if (field.value !== "") wish(field.dataset.do, { value: readField(field) }, field);
  }

  function trim(text) { // of a number; other text stays, and the table refuses it
    const found = /^([-−–]?)0*(\d+)$/.exec(text.replace(/\s/g, ""));
    return !found ? text.replace(/[\s−–-]+/g, "") && text.trim() : (found[1] && found[2] !== "0" ? "-" : "") + found[2];
  }

  function flipSign(field) { // number pads of phones have no minus
    const fresh = field.selectionEnd > field.selectionStart || field !== document.activeElement, text = field.value;
    field.focus();
    field.value = /^[-−–]/.test(text) ? text.slice(1) : "-" + (text === "0" ? "" : text);
    const from = field.value.startsWith("-") ? 1 : 0, end = field.value.length;
    field.setSelectionRange(fresh ? from : end, end); // the next key replaces a number nobody has typed
    [touched, edited] = [null, field];
  }

  let touched = null, edited = null; // the number field a finger has just entered; the one somebody has changed since
  on("focusin", (event) => {
    const at = event.target;
    if (at.tagName === "INPUT" && at.type === "text") at.value = at.value; // a new value attribute leaves it alone
    edited = null;
    if (at.matches(NUMBER)) { at.select(); touched = at; }
  });
  on("mouseup", (event) => {
    if (touched && event.target === touched) { event.preventDefault(); touched.select(); }
    touched = null;
  });
  on("input", (event) => { edited = event.target; });
  on("mousedown", (event) => { // the field stays in use
    if (event.target.closest("[data-sign]")) event.preventDefault();
  });
  on("focusout", (event) => {
    const at = event.target;
    if ("number" in at.dataset && edited === at) sendField(at);
    if (at.dataset.do) setTimeout(() => reset(at));
  });

  function read(form) {
    const found = {};
    for (const input of form.elements) {
      if (!input.name) continue;
      if (input.type === "radio") { if (input.checked) found[input.name] = readField(input); }
      else if (input.type === "checkbox") found[input.name] = String(input.checked);
      else found[input.name] = readField(input);
    }
    return found;
  }

  function update(form) { // label it, and enable it once everything is chosen
    const go = form.querySelector("button.go[data-choose]");
    if (!go) return;
    const groups = {};
    for (const one of each("input[type=radio]", form)) groups[one.name] = groups[one.name] || (one.checked && one);
    const chosen = Object.values(groups), all = chosen.every(Boolean);
    const labelled = chosen.find((one) => one && one.dataset.label);
    go.disabled = !all;
    go.textContent = all ? labelled ? labelled.dataset.label : go.dataset.go : go.dataset.choose;
    if (all && labelled && labelled.dataset.more) {
      go.append(Object.assign(document.createElement("small"), { textContent: labelled.dataset.more }));
    }
    measure();
  }

  function tell(text, loud, drawn, named, lit = []) { // with an enlarged picture of its subject
    const box = $("say"), said = $("said");
    box.className = loud ? "no" : "";
    said.textContent = text;
    for (const old of each(".shown", box)) old.remove();
    if (drawn || named) {
      const large = (named || drawn).cloneNode(true);
      if (named && drawn) large.firstChild.replaceWith(drawn.cloneNode(true));
      large.classList.add("shown");
      said.before(large);
    }
    box.hidden = false;
    box.dataset.lit = lit.join(" ");
    signal("light");
    speak(text, "tell", loud !== null); // the words of a coach are private
  }
  function hush() {
    $("say").hidden = true;
    $("said").textContent = "";
    signal("light");
    if (asks) asks.setAttribute("aria-pressed", "false");
    signal("kept");
  }

  on("click", (event) => {
    const one = event.target.closest("button,a,[data-say]");
    if (!one) { if (!event.target.closest("#say,label,input,select,summary")) hush(); return; }
    if (one.dataset.tab) { event.preventDefault(); tab(one.dataset.tab); return; }
    if ("whole" in one.dataset) { showAll(); measure(); $("main").focus(); return; }
    if (one.id === "hush") { hush(); return; }
    if (one.id === "unread") { unroll(); return; }
    if (one.id === "takeover") { $("moved").hidden = true; state = "new"; connect(); return; }
    if ("fold" in one.dataset) { fold(); return; }
    if (one.dataset.asks) { // open the form that has to be answered first
      const asked = $(one.dataset.asks);
      for (let fold = asked; fold; fold = fold.parentNode.closest("details")) fold.open = true;
      asked.scrollIntoView({ block: "nearest" });
      (asked.querySelector("summary") || asked).focus({ preventScroll: true });
      return;
    }
    if (one.dataset.step) { one.parentNode.querySelector("input").stepUp(one.dataset.step); return; }
    if (one.dataset.sign) { const field = $(one.dataset.sign); if (field) flipSign(field); return; }
    if (one.dataset.say) {
      const about = one.dataset.say, says = $("say-" + about);
      const drawn = one.querySelector("svg.dc:not(.chip1),svg.dk"), named = $("pic-" + about);
      if (says) tell(says.textContent, false, drawn, named && named.firstElementChild);
      return;
    }
    if (one.dataset.hold && !event.detail && !explains()) signal("held", one); // a press of a screen reader
    if (one.dataset.do && one.tagName === "BUTTON") { event.preventDefault(); press(one); }
  });

  // ---- explain mode: the next touch explains a thing instead of using it (help.js) -----------------------------

  const asks = $("explain"), explains = () => asks && asks.getAttribute("aria-pressed") === "true";
  function signal(what, detail) { document.dispatchEvent(new CustomEvent(what, { detail })); } // to help.js
  function load() { // files that no page needs at once, loaded once
    const files = body.dataset.later;
    if (!files) return;
    delete body.dataset.later;
    const [style, ...scripts] = files.split(" "), link = document.createElement("link");
    Object.assign(link, { rel: "stylesheet", href: style });
    const made = scripts.map((src) => Object.assign(document.createElement("script"), { src, async: false }));
    document.head.append(link, ...made); // async: false keeps this order
  }
  function below({ clientX: x, clientY: y }) { // fields and disabled buttons get no touch then (later.css)
    const lies = ({ left, right, top, bottom }) => left <= x && x <= right && top <= y && y <= bottom;
    return each("button:disabled,input,select").find((one) => lies(one.getBoundingClientRect()));
  }
  on("tell", (event) => { asks.setAttribute("aria-pressed", "false"); tell(event.detail, false); });
  on("click", (event) => {
    const one = event.target;
    if (one.closest("#explain")) {
      if (explains()) location.search = "?how";
      else { asks.setAttribute("aria-pressed", "true"); tell(asks.dataset.tell, false); }
    } else if (explains() && !one.closest("#hush")) {
      const asked = controlOf(one) || below(event);
      if (!asked) return;
      signal("about", asked);
    } else return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);

  on("change", (event) => {
    const at = event.target, form = at.closest("form[data-do]");
    if (at.dataset.do && !("number" in at.dataset)) sendField(at);
    else if (form) { chosen = form; update(form); }
    else measure(); // the change may show another form
  });

  on("submit", (event) => {
    const form = event.target;
    if (!form.dataset.do) return;
    event.preventDefault();
    const go = form.querySelector("button.go,button[type=submit]");
    if (go && go.disabled) return;
    const at = document.activeElement;
    if (!isPending(go)) wish(form.dataset.do, read(form), go);
    if (at && at.type === "text") at.blur();
  });

  function tab(name) {
    showTab(name);
    history.replaceState(name, ""); // a page that is loaded again opens there
    hush();
    resume();
    window.scrollTo(0, name === "table" ? left : 0);
    left = 0;
    signal("kept");
  }

  function showTab(name) {
    const shown = $("tab-" + (far && name === "table" ? "mine" : name));
    if (!shown) return;
    const under = shown.dataset.under || name;
    if (far) page.dataset.side = name;
    for (const one of each("nav [data-tab]")) {
      const here = one.dataset.tab === under;
      one.classList.toggle("here", here);
      if (here) one.setAttribute("aria-current", "page"); else one.removeAttribute("aria-current");
    }
    for (const one of each("main > section")) one.hidden = one !== shown;
    if ($("strip")) $("strip").hidden = name !== "mine"; // the wonder, above the news
    measure();
  }

  let chosen = null; // the form in which somebody chose last

  const shows = (one) => one.getClientRects().length;
  function setLength(name, height) { // only if it changed: setting it lays the page out again
    if (page.style.getPropertyValue(name) !== height + "px") page.style.setProperty(name, height + "px");
  }

  function measure() { // one main button at the foot; other content keeps clear of it
    if (far && page.dataset.side === "table" && !shows(table)) { showTab("mine"); return; } // wide by now
    const there = (one) => !one.closest("section[hidden]") && shows(one.parentNode);
    const nav = document.querySelector("nav"), docks = each(".dock").filter(there);
    const front = docks.find((one) => one.closest("form") === chosen) || docks[0];
    for (const one of docks) one.classList.toggle("behind", one !== front);
    const [below, foot] = [nav, front].map((one) => one ? one.offsetHeight : 0);
    setLength("--nav", below);
    setLength("--dock", foot);
    const why = document.querySelector("#why summary"); // the width of its word in this language
    setLength("--why", why ? why.offsetWidth : 0);
    // with large words, fixed bars, a header and a main button would hide the rest
    const rem = parseFloat(getComputedStyle(page).fontSize);
    page.toggleAttribute("data-low", below + 110 + rem * 5.5 > innerHeight * .6 || rem * 15 > innerWidth);
  }

  // ---- fingers: nothing moves under one, and a tap counts for the control that it began on ---------------------

  const TWICE = 300, NEAR = 24; // milliseconds, pixels: a double tap counts once
  let tap = null; // the last one that counted: {at, x, y}
  let finger = null; // {on, free, timer}: from its first contact until its click
  let behind = []; // messages received meanwhile
  const TOUCHED = "button,a,input,select,summary,[data-say]";
  const controlOf = (node) => node.closest ? node.closest("label") || node.closest(TOUCHED) : null;

  function catchUp() { const messages = behind; behind = []; messages.forEach(swap); }
  function release() { finger = null; catchUp(); }
  function countTap({ timeStamp: at, clientX: x, clientY: y, target }) { // true for a double tap, unless it adds
    const again = tap && at - tap.at < TWICE && Math.hypot(x - tap.x, y - tap.y) < NEAR;
    if (!again) tap = { at, x, y };
    return again && target.closest("button[data-do]:not([data-adds]),button[type=submit]");
  }

  on("pointerdown", (event) => {
    if (!event.isPrimary) return;
    if (finger) clearTimeout(finger.timer);
    const on = controlOf(event.target);
    const timer = setTimeout(() => { finger.free = true; catchUp(); }, REST);
    finger = { on, free: Boolean(on && (on.dataset.hold || on.tagName === "SELECT")), timer };
  }, true);
  on("pointerup", (event) => {
    if (event.isPrimary && finger) { clearTimeout(finger.timer); finger.timer = setTimeout(release, CLICK); }
  }, true);
  on("pointercancel", (event) => {
    if (event.isPrimary && finger) { clearTimeout(finger.timer); release(); }
  }, true);
  on("click", (event) => {
    if (!finger || !event.detail) return; // of a key, or one that a label passes on
    clearTimeout(finger.timer);
    finger.timer = setTimeout(release);
    const meant = controlOf(event.target) === finger.on || Array.from(event.target.labels || []).includes(finger.on);
    if (!countTap(event) && meant) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);

  // ---- covered things, shown only while held -------------------------------------------------------------------

  let held = null, opens = ""; // the held button; the id of a part to open when it arrives
  function reveal(button) {
    held = button;
    button.setAttribute("aria-pressed", "true");
    page.dataset.held = button.dataset.hold;
    signal("held", button);
  }
  function cover() {
    if (!held) return;
    held.setAttribute("aria-pressed", "false");
    delete page.dataset.held;
    held = null;
  }
  function fold() {
    cover();
    const peek = $("peek");
    if (peek && peek.open) { peek.open = false; peek.querySelector("summary").focus({ preventScroll: true }); }
  }
  const holdOf = (event) => event.target.closest && event.target.closest("[data-hold]");
  on("pointerdown", (event) => {
    const one = holdOf(event);
    if (one && !one.matches(":disabled") && !explains()) { one.focus({ preventScroll: true }); reveal(one); }
  });
  for (const end of ["pointerup", "pointercancel", "visibilitychange"]) on(end, cover);
  window.addEventListener("blur", cover);
  on("keydown", (event) => {
    const one = holdOf(event), enter = event.key === "Enter";
    if (one && (event.key === " " || enter) && !explains()) { event.preventDefault(); if (!held) reveal(one); }
    if (event.key === "Escape") { hush(); fold(); }
    if (enter && "number" in event.target.dataset) event.target.blur();
  });
  on("keyup", (event) => { if (held && (event.key === " " || event.key === "Enter")) cover(); });
  on("focusout", (event) => { if (event.target === held) cover(); });

  // ---- begin ---------------------------------------------------------------------------------------------------

  for (const form of each("form[data-do]")) update(form);
  on("fresh", ({ detail }) => { if (!finger) fill($("main"), detail.dataset.mark, detail.innerHTML); });
  if (!LIVE) return;
  record(body);
  try { if (localStorage.getItem("whole")) showAll(); } catch (e) { /* not allowed */ }
  if (history.state) showTab(history.state);
  measure();
  window.addEventListener("resize", measure);
  const resized = window.ResizeObserver ? new ResizeObserver(measure) : null;
  for (const one of resized ? each("nav,#why") : []) resized.observe(one);
  follow();
  enable(false);
  connect();
  setInterval(ping, PING);
  setInterval(() => { if (state === "lost" && !socket) connect(); }, RETRY);
  on("visibilitychange", wake);
  for (const event of ["pageshow", "online", "focus"]) window.addEventListener(event, wake);
  window.addEventListener("offline", () => {
    const old = socket;
    socket = null;
    if (old) old.close();
    lose();
  });
})();
