// The one live region. Contract: one node inside, a new one for every text; the same text twice is still a change;
// each text carries its own language; texts that come together are given one after the other.

const APART_MS = 180;
const SAME = "\u00a0";

export class Live {
  constructor(region) {
    this.region = region;
    this.waiting = [];
    this.last = "";
    this.timer = null;
  }

  say(text, language, urgent = false) {
    if (!text) return;
    if (urgent) this.waiting = [];
    this.waiting.push({ text, language, urgent });
    if (this.timer === null) this.next();
  }

  next() {
    const one = this.waiting.shift();
    if (!one) {
      this.timer = null;
      return;
    }
    const text = one.text === this.last ? one.text + SAME : one.text;
    this.last = text;
    this.region.setAttribute("aria-live", one.urgent ? "assertive" : "polite");
    const node = document.createElement("p");
    node.lang = one.language;
    node.textContent = text;
    this.region.replaceChildren(node);
    this.timer = setTimeout(() => this.next(), APART_MS);
  }
}

// The page as the loudspeaker, if somebody wants that.
export class Voice {
  constructor() {
    this.on = false;
    this.current = null;
  }

  get able() {
    return "speechSynthesis" in window;
  }

  heard(event) {
    if (!this.on || !this.able || event.private != null) return;
    if (event.spoken === "cut") {
      if (this.current === event.text) this.stop();
      return;
    }
    if (event.spoken !== "started") return;
    if (event.priority === "now") window.speechSynthesis.cancel();
    const utterance = new SpeechSynthesisUtterance(event.text);
    utterance.lang = event.language || "de";
    this.current = event.text;
    window.speechSynthesis.speak(utterance);
  }

  stop() {
    this.current = null;
    if (this.able) window.speechSynthesis.cancel();
  }
}
