// The client of a seat's page beside the game: one socket keeps the seat present and says when turn or game comes.
(() => {
  "use strict";
  const notice = document.getElementById("turn"), title = document.title;
  const PING = 1500, SILENT = 4000; // milliseconds
  let socket = null, alive = 0, isOver = false, known = false;

  const working = document.querySelector("[data-renews]"), seconds = working ? +working.dataset.renews : 0;
  function renew() { // wait for the table: a browser puts an error in the place of a page that it cannot load
    fetch(location.href, { method: "HEAD", cache: "no-store" }).then((answer) => answer.ok, () => false)
      .then((there) => { if (there) location.reload(); else setTimeout(renew, PING); });
  }
  if (seconds) setTimeout(renew, seconds * 1000);

  if (!notice || !/\/seat\/[^/]+$/.test(location.pathname)) return;

  function connect() {
    const link = new WebSocket(location.origin.replace(/^http/, "ws") + location.pathname + "/reading");
    socket = link;
    alive = Date.now();
    link.onmessage = ({ data }) => { alive = Date.now(); receive(JSON.parse(data)); };
    link.onclose = () => { if (link === socket) socket = null; };
  }

  function receive(message) {
    if (message.type === "end") isOver = true;
    if (message.type !== "turn") return;
    const comes = known && message.text && notice.hidden;
    known = true;
    notice.hidden = !message.text;
    notice.querySelector("b").textContent = message.text;
    document.title = message.text ? "● " + message.text + " · Wondertable" : title;
    if (comes && navigator.vibrate) navigator.vibrate(60);
  }

  function ping() {
    if (isOver) return;
    if (socket && Date.now() - alive > SILENT) { socket.onclose = null; socket.close(); socket = null; }
    const id = String(Date.now());
    if (!socket) connect();
    else if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ type: "ping", id }));
  }

  connect();
  setInterval(ping, PING);
  document.addEventListener("visibilitychange", () => { if (document.visibilityState === "visible") ping(); });
})();
