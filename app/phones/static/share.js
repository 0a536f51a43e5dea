// The page that shares a result: the picture becomes a PNG, since phones keep and send those. Without this script, or
// where a browser cannot do it, the picture stays as it came.
(() => {
  "use strict";
  const $ = (id) => document.getElementById(id);
  const picture = $("picture"), keep = $("keep"), send = $("send"), copy = $("copy"), link = $("link");

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

  async function become() {
    const png = await painted();
    if (!png) return;
    picture.src = keep.href = URL.createObjectURL(png);
    keep.download = keep.dataset.file;
    if (!navigator.canShare || typeof File !== "function") return; // so it is without https
    const file = new File([png], keep.dataset.file, {type: "image/png"});
    if (!navigator.canShare({files: [file]})) return;
    send.hidden = false;
    send.addEventListener("click", () => navigator.share({files: [file]}).catch(() => {}));
  }
  become().catch(() => {}); // then the picture stays as it came

  if (copy) {
    copy.hidden = false;
    copy.addEventListener("click", () => {
      link.select();
      link.setSelectionRange(0, link.value.length);
      if (document.execCommand("copy")) copy.textContent = copy.dataset.done; // the newer way wants https
    });
  }
})();
