// The page that shares a result: the picture becomes a PNG, since phones keep and send those. Without this script, or
// in a browser that cannot do it, the picture stays as it came.
(() => {
  "use strict";
  const $ = (id) => document.getElementById(id);
  const picture = $("picture"), keep = $("keep"), send = $("send");

  async function painted() {
    const drawn = new Image();
    drawn.src = picture.src;
    await drawn.decode();
    const canvas = document.createElement("canvas");
    canvas.width = drawn.naturalWidth;
    canvas.height = drawn.naturalHeight;
    canvas.getContext("2d").drawImage(drawn, 0, 0);
    return new Promise((done) => canvas.toBlob(done, "image/png"));
  }

  function offer(file, shown, keep, send) {
    shown.src = keep.href = URL.createObjectURL(file);
    keep.download = file.name;
    shown.hidden = keep.hidden = false;
    if (!navigator.canShare || !navigator.canShare({files: [file]})) return; // needs https
    send.hidden = false;
    send.addEventListener("click", () => navigator.share({files: [file]}).catch(() => {}));
  }

  async function become() {
    const png = await painted();
    if (png) offer(new File([png], keep.dataset.file, {type: "image/png"}), picture, keep, send);
  }
  become().catch(() => {}); // then the picture stays as it came

  async function watch(clip, says, keep) {
    clip.hidden = false;
    const made = await fetch(clip.dataset.from);
    clip.hidden = made.status === 404; // no drawing of that wonder
    says.textContent = made.ok ? says.dataset.ready : await made.text();
    if (!made.ok) return;
    const file = new File([await made.blob()], keep.dataset.file, {type: "image/webp"});
    offer(file, $("film"), keep, $("send-film"));
  }
  if ($("clip")) watch($("clip"), $("says"), $("keep-film")).catch(() => { $("clip").hidden = true; });

  for (const copy of document.querySelectorAll("[data-copies]")) {
    const text = $(copy.dataset.copies);
    copy.hidden = false;
    copy.addEventListener("click", () => {
      if (text.value) text.setSelectionRange(0, text.value.length, text.focus());
      else getSelection().selectAllChildren(text);
      if (document.execCommand("copy")) copy.textContent = copy.dataset.done; // the newer way wants https
    });
  }
  for (const send of document.querySelectorAll("[data-sends]")) {
    send.hidden = !navigator.share; // needs https
    send.addEventListener("click", () => navigator.share({text: $(send.dataset.sends).textContent}).catch(() => {}));
  }
})();
