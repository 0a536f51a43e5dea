// Read aloud: speaks the public announcements of help.js with a local voice of the browser, if its person wants that.
(() => {
  "use strict";
  const $ = (id) => document.getElementById(id);
  const base = (lang) => lang.replace("_", "-").split("-")[0].toLowerCase();
  const speech = window.speechSynthesis;
  const ORDER = { head: 0, choices: 1, tell: 2, lesson: 4, news: 5, verdict: 6 }, ASKED = 3; // the order of reading
  const ONCE = ["head", "lesson", "verdict"]; // stay on the page: read once, also after a reload
  const READ = "aloud-" + location.pathname;

  const on = () => /(^|; )aloud=on/.test(document.cookie);
  function voice() { // a local one: others send the text to a server
    const lang = base(document.body.dataset.lang);
    const all = speech ? speech.getVoices().filter((one) => one.localService && base(one.lang) === lang) : [];
    return all.find((one) => one.default) || all[0];
  }

  function show() { // disable the switch if there is no voice
    const none = $("voiceless"), field = document.querySelector("[data-look=aloud]");
    if (none) none.hidden = Boolean(voice());
    if (field) field.disabled = !voice();
  }

  let coming = [], last = []; // announcements of one moment; the texts read last
  let waits = []; // texts for the first touch: browsers are silent before it
  function read(texts) {
    const who = voice();
    if (!who || !texts.length) return;
    if (navigator.userActivation && !navigator.userActivation.hasBeenActive) { waits = texts; return; }
    waits = [];
    speech.cancel(); // the older texts
    for (const text of texts) {
      const said = new SpeechSynthesisUtterance(text);
      said.voice = who;
      said.lang = who.lang;
      speech.speak(said);
    }
  }

  function already() { try { return JSON.parse(sessionStorage.getItem(READ)) || {}; } catch (e) { return {}; } }
  function fresh(all) {
    const said = already(), left = all.filter(({ what, key }) => !ONCE.includes(what) || said[what] !== key);
    for (const { what, key } of left) if (ONCE.includes(what)) said[what] = key;
    try { sessionStorage.setItem(READ, JSON.stringify(said)); } catch (e) { /* not allowed */ }
    return left;
  }
  function choices() { // names of public choices
    const named = (one) => Array.from(one.querySelectorAll("b"), (name) => name.textContent.trim()).join(" ");
    const all = Array.from(document.querySelectorAll("#ask [data-aloud]"), (one) =>
      one.dataset.aloud || named(one) || one.textContent.trim());
    return all.filter(Boolean).join(". ");
  }
  function go() {
    const found = fresh(coming), rank = ({ what }) => what in ORDER ? ORDER[what] : ASKED;
    coming = [];
    if (found.some(({ what }) => what === "head")) found.push({ what: "choices", text: choices() });
    const texts = found.sort((one, other) => rank(one) - rank(other)).map(({ text }) => text).filter(Boolean);
    if (texts.length) last = texts;
    if (on()) read(texts);
  }
  document.addEventListener("aloud", ({ detail }) => {
    coming.push(detail);
    if (coming.length === 1) Promise.resolve().then(go);
  });

  document.addEventListener("change", ({ target: one }) => {
    if (one.dataset.look !== "aloud") return;
    if (one.value) read(last); else speech.cancel(); // a sample for the person who switches it on
  });
  document.addEventListener("click", () => read(waits));
  document.addEventListener("painted", show);
  addEventListener("pagehide", () => { if (speech) speech.cancel(); });
  if (speech && speech.addEventListener) speech.addEventListener("voiceschanged", show);
  show();
})();
