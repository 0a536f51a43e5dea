// The phone's end of the wire: keeps one socket open, swaps the parts that changed, says what was tapped.
// Every wish carries an id and is said again after a reconnect until the table has answered it.
"use strict";
(() => {
  const page = document.documentElement, body = document.body, LIVE = body.dataset.live;
  const $ = (id) => document.getElementById(id);
  const PING = 1500, SILENT = 4000, RETRY = 800, ELSEWHERE = 5000; // milliseconds
  const others = () => { const net = $("net"); return net && net.firstElementChild ? net.firstElementChild.dataset.others : ""; };
  const me = Array.from(crypto.getRandomValues(new Uint8Array(8)), (b) => b.toString(16).padStart(2, "0")).join("");
  const pending = new Map(); // id -> intent, until answered
  let socket = null, heard = 0, lostSince = 0, state = "new", count = 0, above = {}, mine = null, audio = null, asked = 0;

  // ---- the socket ------------------------------------------------------------------------------------

  function connect() {
    if (state === "gone" || state === "moved") return;
    const old = socket, link = new WebSocket(location.origin.replace(/^http/, "ws") + location.pathname + "/live?page=" + me);
    socket = link;
    heard = Date.now();
    if (old) old.close();
    link.onopen = () => link === socket && resume();
    link.onmessage = (event) => { if (link === socket) { heard = Date.now(); receive(JSON.parse(event.data)); } };
    link.onclose = () => { if (link === socket) { socket = null; lost(); } };
  }

  function resume() { // ask for whatever differs on the tab that is open
    const have = {}, here = document.querySelector("nav .here");
    for (const part of document.querySelectorAll("[data-mark]")) if (!part.closest("main > section[hidden]")) have[part.id] = part.dataset.mark;
    say({ type: "have", tab: here.dataset.tab, parts: have });
    for (const intent of pending.values()) say(intent);
  }

  function say(message) {
    if (socket && socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  }

  function receive(message) {
    switch (message.type) {
      case "parts": found(); swap(message); break;
      case "done": answered(message.id); break;
      case "refused": answered(message.id); tell(message.text, true); break;
      case "cue": if (message.what === "horn") buzz([80, 60, 80]); break;
      case "end": leave(message.why); break;
    }
  }

  function leave(why) {
    state = why;
    if (why === "gone" && remembered() === location.pathname) remember(null);
    page.dataset.link = why;
    const link = socket;
    socket = null;
    if (link) link.close();
    const shown = $(why);
    if (shown) { shown.hidden = false; shown.querySelector("a,button").focus(); }
    enable(false);
  }

  function lost() {
    if (state === "gone" || state === "moved") return;
    if (state !== "lost") { state = "lost"; lostSince = Date.now(); page.dataset.link = "lost"; $("lost").hidden = false; enable(false); }
  }

  function found() {
    if (state === "live") return;
    state = "live"; lostSince = 0;
    page.dataset.link = "live"; $("lost").hidden = true;
    enable(true);
  }

  function enable(yes) {
    for (const set of document.querySelectorAll("fieldset.all")) set.disabled = !yes;
  }

  function beat() {
    const now = Date.now();
    if (socket && socket.readyState === WebSocket.OPEN) say({ type: "ping", id: String(++count) });
    if (socket && now - heard > SILENT) { const old = socket; socket = null; old.onclose = null; old.close(); lost(); }
    if (!socket && state !== "gone" && state !== "moved") { connect(); if (now - lostSince > ELSEWHERE && now - asked > ELSEWHERE) elsewhere(now); }
  }

  function wake() { // visible again, back from the cache, back on a network: ask at once
    if (document.visibilityState === "hidden" || state === "gone" || state === "moved") return;
    if (socket && socket.readyState === WebSocket.CONNECTING && Date.now() - heard < PING) return;
    if (socket && socket.readyState === WebSocket.OPEN && Date.now() - heard < PING * 1.6) { resume(); return; }
    connect();
  }

  // The table may have another address by now. It says who it is before it is told the key.
  function elsewhere(now) {
    asked = now;
    for (const address of others().split(" ")) {
      if (!address || address === location.origin) continue;
      fetch(address + "/here?of=" + body.dataset.table.slice(0, 8), { mode: "cors", cache: "no-store", credentials: "omit" })
        .then((answer) => answer.json())
        .then((here) => { if (state === "lost" && here.table === body.dataset.table) location.replace(address + location.pathname); })
        .catch(() => {});
    }
  }

  // ---- swapping parts ----------------------------------------------------------------------------------

  function busy(part) { // somebody is typing or choosing in it
    const at = document.activeElement;
    return at && part.contains(at) && (at.tagName === "SELECT" || (at.tagName === "INPUT" && at.type === "text"));
  }

  function swap(message) {
    for (const id of message.gone || []) { const part = $(id); if (part) part.remove(); }
    for (const id of Object.keys(message.parts)) {
      const [mark, html] = message.parts[id];
      let part = $(id);
      if (!part) part = place(id);
      if (!part) continue;
      if (busy(part)) { part.dataset.mark = ""; later(part, mark, html); continue; }
      fill(part, mark, html);
    }
    page.dataset.shows = message.tab;
    arrived();
    for (const id of ["codes", "ritual", "vote", "repair"]) { // what somebody waits for, or is asked, stands above every tab
      const now = Boolean($(id) && $(id).querySelector("[data-do]"));
      if (now && above[id] === false) { window.scrollTo(0, 0); if (id !== "codes") buzz(60); }
      above[id] = now;
    }
  }

  function later(part, mark, html) {
    part.onfocusout = () => { part.onfocusout = null; setTimeout(() => { if (part.isConnected && part.dataset.mark === "") fill(part, mark, html); }); };
  }

  function place(id) { // parts with a number live in the list they are named for; the log has its newest on top
    const [kind, number] = id.split("-"), list = $(kind + "s");
    if (!list) return null;
    const part = document.createElement(list.dataset.each || "div"), down = "down" in list.dataset;
    part.id = id;
    const after = Array.from(list.children).find((other) => { const n = +other.id.split("-")[1]; return down ? n < +number : n > +number; });
    list.insertBefore(part, after || null);
    return part;
  }

  function fill(part, mark, html) {
    const at = document.activeElement, inside = at && at !== part && part.contains(at), key = inside && (at.id || at.dataset.do || at.value);
    const kept = Array.from(part.querySelectorAll("input:checked"), (input) => input.name + "=" + input.value);
    const open = Array.from(part.querySelectorAll("details[open]"), (one) => one.id || one.className);
    part.innerHTML = html;
    part.dataset.mark = mark;
    for (const input of part.querySelectorAll("input[type=radio]")) if (kept.includes(input.name + "=" + input.value)) input.checked = true;
    for (const one of part.querySelectorAll("details")) if (open.includes(one.id || one.className)) one.open = true;
    for (const form of part.querySelectorAll("form[data-do]")) ready(form);
    if (inside) {
      const all = Array.from(part.querySelectorAll("button,input,select,summary,a"));
      const next = all.find((one) => (one.id || one.dataset.do || one.value) === key);
      if (next) next.focus({ preventScroll: true });
      else { const main = $("main"); main.focus({ preventScroll: true }); }
    }
  }

  function arrived() {
    const head = document.querySelector("#head > [data-title]");
    if (!head) return;
    document.title = head.dataset.title;
    if (head.dataset.lang !== page.lang) { location.reload(); return; } // to the same tab
    const now = head.dataset.question || "";
    if (mine !== null && now && now !== mine) { buzz(60); if (!mine) chime(); }
    if (mine !== null && now && now !== mine && !$("tab-mine").hidden) window.scrollTo(0, 0);
    page.toggleAttribute("data-turn", Boolean(now));
    mine = now;
    if (others() !== body.dataset.others && !pending.size && state === "live" && !mine) { body.dataset.others = others(); location.reload(); } // the page may only ask where its headers allow
  }

  function buzz(pattern) { try { if (navigator.vibrate) navigator.vibrate(pattern); } catch (e) { /* not allowed yet */ } }

  function chime() { // three soft wooden knocks; only after the page was touched once, as browsers ask
    if (!audio) return;
    [0, 0.12].forEach((at, i) => {
      const tone = audio.createOscillator(), loud = audio.createGain(), start = audio.currentTime + at;
      tone.frequency.value = i ? 660 : 520;
      loud.gain.setValueAtTime(0.12, start);
      loud.gain.exponentialRampToValueAtTime(0.001, start + 0.18);
      tone.connect(loud).connect(audio.destination);
      tone.start(start); tone.stop(start + 0.2);
    });
  }

  // ---- saying things -------------------------------------------------------------------------------------

  const literal = (text) => /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text === "true" ? true : text === "false" ? false : text === "null" ? null : text;
  const TEXT = ["name", "action", "lang", "wonder"], LIST = ["variant"];

  // "act;question=5;action=take {side}" with the values of a form -> an intent
  function intent(spec, values) {
    const [type, ...rest] = spec.split(";"), made = { type, id: me + "-" + (++count) };
    for (const pair of rest) {
      const at = pair.indexOf("="), value = pair.slice(at + 1).replace(/\{(\w+)\}/g, (_, name) => name in values ? values[name] : "");
      const path = pair.slice(0, at).split("."), last = path.pop();
      let into = made;
      for (const step of path) into = into[step] = into[step] || {};
      into[last] = LIST.includes(last) ? value.split(" ").filter(Boolean) : TEXT.includes(last) && !(last === "wonder" && value === "null") ? value : literal(value);
    }
    return made;
  }

  function wish(spec, values, from) {
    if (state !== "live") return;
    if (from && from.dataset.id && pending.has(from.dataset.id)) return; // tapped twice
    const made = intent(spec, values);
    pending.set(made.id, made);
    if (from) {
      from.dataset.id = made.id;
      setTimeout(() => { if (pending.has(made.id)) from.classList.add("waiting"); }, 300);
    }
    hush();
    say(made);
  }

  function answered(id) {
    pending.delete(id);
    for (const one of document.querySelectorAll(".waiting")) if (one.dataset.id === id) one.classList.remove("waiting");
  }

  function values(form) {
    const found = {};
    for (const input of form.elements) {
      if (!input.name) continue;
      if (input.type === "radio") { if (input.checked) found[input.name] = input.value; }
      else if (input.type === "checkbox") found[input.name] = String(input.checked);
      else found[input.name] = input.value.trim();
    }
    return found;
  }

  function ready(form) { // the main button says what it would do, once everything is chosen
    const go = form.querySelector("button.go[data-choose]");
    if (!go) return;
    const groups = {};
    for (const input of form.querySelectorAll("input[type=radio]")) groups[input.name] = groups[input.name] || (input.checked && input);
    const chosen = Object.values(groups), all = chosen.every(Boolean), label = chosen.filter((one) => one && one.dataset.label).map((one) => one.dataset.label);
    go.disabled = !all;
    go.textContent = all ? label[0] || go.dataset.go : go.dataset.choose;
  }

  function tell(text, loud) {
    const box = $("say");
    box.className = loud ? "no" : "";
    $("said").textContent = text;
    box.hidden = false;
  }
  function hush() { $("say").hidden = true; $("said").textContent = ""; }

  document.addEventListener("click", (event) => {
    if (!audio) { const Make = window.AudioContext || window.webkitAudioContext; if (Make) try { audio = new Make(); } catch (e) { /* silent then */ } }
    const one = event.target.closest("button,a,[data-say]");
    if (!one) { if (!event.target.closest("#say,label,input,select,summary")) hush(); return; }
    if (one.dataset.tab) { event.preventDefault(); tab(one.dataset.tab); return; }
    if (one.id === "hush") { hush(); return; }
    if (one.id === "takeover") { $("moved").hidden = true; state = "new"; enable(true); connect(); return; }
    if (one.dataset.say) { const says = $("say-" + one.dataset.say); if (says) tell(says.textContent); return; }
    if (one.dataset.do && one.tagName === "BUTTON") { event.preventDefault(); wish(one.dataset.do, one.form ? values(one.form) : {}, one); }
  });

  document.addEventListener("change", (event) => {
    const at = event.target, form = at.closest("form[data-do]");
    if (at.dataset.do) { wish(at.dataset.do, { value: at.type === "checkbox" ? String(at.checked) : at.value }, null); at.blur(); }
    else if (form) ready(form);
  });

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.dataset.do) return;
    event.preventDefault();
    const go = form.querySelector("button.go,button[type=submit]");
    if (go && go.disabled) return;
    const at = document.activeElement;
    wish(form.dataset.do, values(form), go);
    if (at && at.type === "text") at.blur();
  });

  function tab(name) {
    turnTo(name);
    history.replaceState(name, ""); // a page that is loaded again opens there
    hush();
    resume();
    window.scrollTo(0, 0);
  }

  function turnTo(name) {
    for (const one of document.querySelectorAll("nav [data-tab]")) { const here = one.dataset.tab === name; one.classList.toggle("here", here); if (here) one.setAttribute("aria-current", "page"); else one.removeAttribute("aria-current"); }
    for (const one of document.querySelectorAll("main > section")) one.hidden = one.id !== "tab-" + name;
  }

  // ---- what is shown only while held -------------------------------------------------------------------------

  let held = null;
  function hold(button) { held = button; button.classList.add("held"); button.setAttribute("aria-pressed", "true"); const shown = $(button.dataset.hold); if (shown) shown.hidden = false; }
  function cover() { if (!held) return; held.classList.remove("held"); held.setAttribute("aria-pressed", "false"); const shown = $(held.dataset.hold); if (shown) shown.hidden = true; held = null; }
  const holder = (event) => event.target.closest && event.target.closest("[data-hold]");
  document.addEventListener("pointerdown", (event) => { const one = holder(event); if (one) { one.focus(); hold(one); } });
  for (const end of ["pointerup", "pointercancel", "visibilitychange"]) document.addEventListener(end, cover);
  window.addEventListener("blur", cover);
  document.addEventListener("contextmenu", (event) => { if (holder(event)) event.preventDefault(); });
  document.addEventListener("keydown", (event) => { const one = holder(event); if (one && (event.key === " " || event.key === "Enter")) { event.preventDefault(); if (!held) hold(one); } if (event.key === "Escape") hush(); });
  document.addEventListener("keyup", (event) => { if (held && (event.key === " " || event.key === "Enter")) cover(); });
  document.addEventListener("focusout", (event) => { if (event.target === held) cover(); });

  // ---- a closed page finds its seat again --------------------------------------------------------------------

  const SEAT = "seat-" + body.dataset.table;
  function remember(path) { try { if (path) localStorage.setItem(SEAT, path); else localStorage.removeItem(SEAT); } catch (e) { /* not allowed here */ } }
  function remembered() { try { return localStorage.getItem(SEAT); } catch (e) { return null; } }

  function offerBack() { // on a page without a seat
    const path = remembered(), back = $("back");
    if (path === location.pathname) { if ("missing" in body.dataset) remember(null); } // that seat is no longer played here
    else if (path && back) { back.href = path; back.hidden = false; }
  }

  // ---- begin -----------------------------------------------------------------------------------------------------

  for (const form of document.querySelectorAll("form[data-do]")) ready(form);
  if (!LIVE) { offerBack(); return; }
  if (LIVE === "seat") remember(location.pathname);
  if (history.state) turnTo(history.state);
  arrived();
  enable(false);
  connect();
  setInterval(beat, PING);
  setInterval(() => { if (state === "lost" && !socket) connect(); }, RETRY);
  document.addEventListener("visibilitychange", wake);
  for (const event of ["pageshow", "online", "focus"]) window.addEventListener(event, wake);
  window.addEventListener("offline", () => { const old = socket; socket = null; if (old) { old.onclose = null; old.close(); } lost(); });
})();
