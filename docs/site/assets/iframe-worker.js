// Browsers start no worker for a page that was opened as a file: the search then runs in a hidden
// frame, which says and hears what a worker would.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(script) {
      super();
      this.waiting = [];
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      this.frame.srcdoc = "<!doctype html><html><body></body></html>";
      this.frame.addEventListener("load", () => this.begin(String(script)), { once: true });
      document.documentElement.append(this.frame);
    }

    begin(script) {
      const inside = this.frame.contentWindow;
      inside.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      inside.importScripts = (...urls) => Promise.all(urls.map((url) => this.load(url)));
      this.load(script).then(() => {
        this.inside = inside;
        this.waiting.splice(0).forEach((data) => this.postMessage(data));
      });
    }

    load(url) {
      return new Promise((resolve, reject) => {
        const element = this.frame.contentDocument.createElement("script");
        element.onload = resolve;
        element.onerror = reject;
        element.src = url;
        this.frame.contentDocument.body.append(element);
      });
    }

    postMessage(data) {
      if (this.inside === undefined) this.waiting.push(data);
      else this.inside.dispatchEvent(new this.inside.MessageEvent("message", { data }));
    }

    terminate() {
      this.frame.remove();
    }
  };
}
