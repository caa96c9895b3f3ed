// The one live region. Contract: one node inside, a new one for every text; the same text twice is still a change;
// each text carries its own language; texts that come together are given one after the other. An urgent one goes before
// those that wait. A screen reader forgets for it what it has only just been given: that is given again, after it.

const APART_MS = 180;
const SAME = "\u00a0";

export class Live {
  constructor(region) {
    this.region = region;
    this.waiting = [];
    this.last = "";
    this.given = null;
    this.timer = null;
  }

  say(text, language, urgent = false) {
    if (!text) return;
    const one = { text, language, urgent };
    if (urgent) this.waiting = [...this.waiting.filter((each) => each.urgent), one, ...this.again(), ...this.waiting.filter((each) => !each.urgent)];
    else this.waiting.push(one);
    if (this.timer === null) this.next();
  }

  // What was given a moment ago and is not urgent; once only.
  again() {
    const given = this.given;
    this.given = null;
    return given ? [given] : [];
  }

  next() {
    const one = this.waiting.shift();
    this.given = one && !one.urgent ? one : null;
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
