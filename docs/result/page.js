// Reads a result behind `#` in the address (docs/protocol.md, *A result as a link*), checks all of it, and shows it.
// Nothing is sent anywhere; what is shown of a name is only ever text.
(() => {
  "use strict";
  const facts = "FACTS", SVG = "http://www.w3.org/2000/svg", MOST_SEATS = 7, MOST_LINES = 40;
  const $ = (id) => document.getElementById(id);
  const slug = /^[a-z0-9][a-z0-9-]{0,59}$/, whole = /^-?\d{1,5}$/;
  let lang = "";

  function checksum(bytes) { // CRC-32, as in a ZIP
    let sum = -1;
    for (const byte of bytes) {
      sum ^= byte;
      for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? sum >>> 1 ^ 0xedb88320 : sum >>> 1;
    }
    return ((sum ^ -1) >>> 0).toString(16).padStart(8, "0");
  }

  const need = (true_) => { if (!true_) throw new Error("broken"); };
  const number = (text, least, most) => {
    need(whole.test(text));
    const n = Number(text);
    need(n >= least && n <= most);
    return n;
  };
  const words = (text) => text ? text.split(".").map(decodeURIComponent) : [];

  function read(text) { // a result; an error says by one word why there is none
    if (!text) throw new Error("empty");
    const end = text.lastIndexOf("&k="), fields = {}, seats = [];
    if (/^v=(?!1(&|$))\d/.test(text)) throw new Error("newer");
    need(end > 0 && text.startsWith("v=1&"));
    const said = text.slice(0, end);
    need(text.slice(end + 3) === checksum(new TextEncoder().encode(decodeURIComponent(said))));
    for (const part of said.split("&")) {
      const at = part.indexOf("="), name = part.slice(0, at), value = part.slice(at + 1);
      if (name === "s") seats.push(value); else fields[name] = value;
    }
    const lines = words(fields.c || ""), kind = words(fields.g || "")[0] || "", mode = fields.m || "play";
    need(slug.test(kind) && ["play", "track", "tally"].includes(mode));
    need(seats.length >= 1 && seats.length <= MOST_SEATS);
    need(lines.length <= MOST_LINES && lines.every((one) => slug.test(one)));
    const variants = words(fields.x || "");
    need(variants.every((one) => slug.test(one)));
    const won = words(fields.w || "").map((one) => number(one, 1, seats.length));
    need(/^\d{1,9}$/.test(fields.t || ""));
    return {
      kind, mode, variants, lines, won, early: fields.e === "1", how: words(fields.h || "")[0] || "",
      at: new Date(Number(fields.t) * 60000), minutes: number(fields.d || "0", 0, 99999),
      seats: seats.map((one) => seat(words(one), lines.length)),
    };
  }

  function seat(parts, lines) {
    need(parts.length === 6 + lines);
    const [name, role, emblem, colour, bot, ...points] = parts;
    need(name.length <= 40 && !/[\u0000-\u001f\u007f\u2028-\u202e\u2066-\u2069]/.test(name));
    need([role, emblem, colour].every((one) => !one || slug.test(one)) && (bot === "" || bot === "b"));
    const [total, ...each] = points.map((one) => number(one, -1000, 10000));
    return { name, role, emblem, colour, bot: bot === "b", total, each };
  }

  function add(to, name, text, kind) {
    const made = document.createElement(name);
    if (text) made.textContent = text;
    if (kind) made.className = kind;
    to.append(made);
    return made;
  }

  function shape(to, name, facts_, text) {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(facts_)) made.setAttribute(key, value);
    if (text) made.textContent = text;
    to.append(made);
    return made;
  }

  function sign(to, name, colour) {
    const svg = shape(to, "svg", { viewBox: "0 0 100 100", "aria-hidden": "true" });
    if (colour) svg.style.color = "var(--" + colour.replace("_", "-") + ")";
    shape(svg, "use", { href: "#i-" + name });
    return svg;
  }

  function badge(to, emblem, colour) {
    if (!facts.emblems.includes(emblem) || !facts.colours.includes(colour)) return;
    const [corner, figure] = facts.badge;
    const svg = shape(to, "svg", { viewBox: "0 0 100 100", class: "badge", "aria-hidden": "true" });
    svg.style.setProperty("--b", "var(--" + colour + ")");
    shape(svg, "rect", { width: 100, height: 100, rx: 100 * corner, fill: "var(--" + colour + ")" });
    const inset = 50 * (1 - figure);
    const side = 100 * figure;
    const use = shape(svg, "use", { href: "#i-emblem-" + emblem, x: inset, y: inset, width: side, height: side });
    use.style.color = "var(--ink)";
  }

  const filled = (text, params) => text.replace(/\{(\w+)\}/g, (all, name) => name in params ? params[name] : all);
  const own = (known, name) => known && Object.hasOwn(known, name) ? known[name] : undefined; // a link may say anything
  const named = (known, one) => own(known, one) || (one.charAt(0).toUpperCase() + one.slice(1)).replace(/-/g, " ");
  const signed = (n) => n < 0 ? "−" + -n : String(n);
  const pad = (n) => String(n).padStart(2, "0");

  function show() {
    const { say, games } = facts.words[lang], main = $("main");
    document.documentElement.lang = lang;
    main.textContent = "";
    $("about").textContent = say.about + " " + say.unofficial;
    $("language").textContent = say.language + ":";
    let result;
    try {
      result = read(location.hash.slice(1));
    } catch (why) {
      document.title = "Wondertable";
      add(main, "p", say[why.message] || say.broken, "note");
      return;
    }
    const none = { title: named(null, result.kind), lines: {}, roles: {}, variants: {}, how: {}, ties: {} };
    const game = own(games, result.kind) || none;
    const called = result.seats.map((one, at) => one.name || one.role && named(game.roles, one.role) ||
      (one.bot ? say.bot + " " + (at + 1) : filled(say.seat, { number: at + 1 })));
    const won = result.won.map((n) => called[n - 1]);
    const title = result.early ? say.early : won.length === 1 ? filled(say.won, { name: won[0] }) :
      won.length ? filled(say.shared, { names: won.join(", ") }) : say.title;
    document.title = title + " · " + game.title;
    const head = add(main, "h1");
    if (won.length) sign(head, "crown");
    add(head, "span", title);
    const most = Math.max(...result.seats.map((one) => one.total)), at = result.at;
    const tied = result.won.length && result.seats.filter((one) => one.total === most).length > 1;
    const hours = Math.floor(result.minutes / 60);
    const when = add(main, "p", "", "when");
    const told = [
      [result.how && game.how[result.how], tied && game.ties[result.how]],
      [game.title, ...result.variants.map((one) => named(game.variants, one)), say[result.mode]],
      [filled(say.day, { day: pad(at.getDate()), month: pad(at.getMonth() + 1), year: at.getFullYear() }),
        hours ? filled(say.hours, { hours, minutes: result.minutes % 60 })
          : filled(say.minutes, { n: Math.max(1, result.minutes) })],
    ];
    for (const line of told) {
      const text = line.filter(Boolean).join(" · ");
      if (text) add(when, "div", text.charAt(0).toUpperCase() + text.slice(1));
    }
    const legend = add(main, "ul", "", "legend"); // of signs, where there is no room for words at each
    legend.setAttribute("aria-hidden", "true");
    for (const line of result.lines) {
      const item = add(legend, "li");
      signOf(item, result.kind, line, true);
      add(item, "span", named(game.lines, line));
    }
    const order = result.seats.map((one, n) => ({ ...one, called: called[n], won: result.won.includes(n + 1) }));
    const ahead = (one, other) => Number(one.won) - Number(other.won) || one.total - other.total;
    order.sort((one, other) => ahead(other, one));
    const unit = 100 / Math.max(1, ...order.map((one) => one.each.reduce((sum, n) => sum + Math.max(0, n), 0)));
    for (const one of order) {
      row(main, one, 1 + order.filter((other) => ahead(other, one) > 0).length, unit, result, game, say);
    }
  }

  const scored = (kind, line) => own(own(facts.signs, kind) || facts.signs[""], line);

  function signOf(to, kind, line, lit) {
    const [picture, colour] = scored(kind, line) || [];
    if (!colour) return;
    sign(to, picture || colour, lit ? colour : "");
  }

  function row(main, one, place, unit, result, game, say) {
    const box = add(main, "section", "", one.won ? "seat won" : "seat"), top = add(box, "div", "", "top");
    const at = add(top, "span", one.won ? "" : place + ".", "place");
    if (one.won) sign(at, "crown");
    badge(top, one.emblem, one.colour);
    const who = add(top, "span");
    add(who, "b", one.called);
    const role = one.role && one.name && named(game.roles, one.role);
    const beside = [role, one.bot && say.bot].filter(Boolean).join(" · ");
    if (beside) add(who, "small", "  " + beside);
    add(top, "span", signed(one.total), "total");
    const lines = add(box, "ul", "", "lines");
    const looks = { class: "bar", viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" };
    const bar = shape(box, "svg", looks);
    let x = 0;
    result.lines.forEach((line, nth) => {
      const n = one.each[nth], [, colour] = scored(result.kind, line) || ["", "stone"];
      const item = add(lines, "li", "", n ? "" : "none");
      signOf(item, result.kind, line, n);
      add(item, "b", signed(n));
      add(item, "small", named(game.lines, line));
      if (n > 0) {
        const part = shape(bar, "rect", { x, width: Math.max(.4, n * unit - .5), height: 10 });
        part.style.fill = "var(--" + colour.replace("_", "-") + ")";
        x += n * unit;
      }
    });
  }

  const choice = $("lang");
  for (const [code, name] of Object.entries(facts.names)) {
    const one = add(choice, "option", name);
    one.value = one.lang = code;
  }
  const wanted = (navigator.languages || []).map((one) => one.slice(0, 2).toLowerCase());
  lang = wanted.find((one) => one in facts.words) || "en";
  choice.value = lang;
  choice.addEventListener("change", () => { lang = choice.value; show(); });
  window.addEventListener("hashchange", show);
  show();
})();
