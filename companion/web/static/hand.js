// The own hand: for the one phone that was opened with the secret address of its seat. The secret stands behind the
// hash, is kept for this tab only, and goes nowhere but into the question for this hand.

import { element } from "./panel.js";

const KEY = "tastkreis-hand";
const AGAIN_MS = 2000; // what a reader at the seat or somebody at the table told of this hand is no event, and asked for
const byId = (id) => document.getElementById(id);

export class Hand {
  constructor(seat, onSay) {
    const given = new URLSearchParams(location.hash.slice(1)).get("hand");
    if (given && seat) sessionStorage.setItem(KEY, JSON.stringify({ seat, token: given }));
    if (given) history.replaceState(null, "", location.pathname + location.search);
    this.own = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
    byId("hand").hidden = !this.own;
    setInterval(() => document.hidden || this.read(), AGAIN_MS);
    byId("hand-form").addEventListener("submit", (event) => {
      event.preventDefault();
      const cards = byId("hand-cards").value.trim().toLowerCase().split(/[\s,]+/).filter(Boolean);
      onSay(`hand ${this.own.seat} ${cards.join(",") || "-"}`).then(() => this.read());
      byId("hand-cards").value = "";
    });
    byId("swap-form").addEventListener("submit", (event) => {
      event.preventDefault();
      if (byId("swap-card").value) onSay(`swap ${this.own.seat} ${byId("swap-card").value}`).then(() => this.read());
    });
  }

  // Asks for the hand again; what is shown changes only when it has changed, so that a screen reader stays calm.
  async read(words = this.words) {
    this.words = words;
    if (!this.own || !words) return;
    const answer = await this.ask("");
    const { cards, receiver } = answer.ok ? await answer.json() : {};
    byId("swap-form").hidden = !cards?.length || !receiver;
    const names = answer.ok ? cards?.map((card) => words.card(card)) : null;
    const text = !answer.ok ? words.say("hand_closed") : names ? names.join(", ") || words.say("hand_none") : words.say("hand_unknown");
    if (answer.ok) await this.readCan(words);
    if (byId("hand-text").textContent === text) return;
    byId("hand-text").replaceChildren(element("span", { text }));
    byId("swap-card").replaceChildren(...[...new Set(cards ?? [])].map((card) => element("option", { value: card, text: words.card(card) })));
  }

  // On the own turn: which cards can be used, and which cannot.
  async readCan(words) {
    const answer = await this.ask("/can");
    const { can } = answer.ok ? await answer.json() : {};
    const named = (isUsable) => Object.entries(can ?? {}).filter(([, one]) => one === isUsable).map(([card]) => words.card(card)).join(", ");
    const parts = [named(true) && words.say("hand_can", { cards: named(true) }), named(false) && words.say("hand_cannot", { cards: named(false) })];
    const text = parts.filter(Boolean).join(" ");
    if (byId("hand-can").textContent !== text) byId("hand-can").textContent = text;
  }

  ask(what) {
    return fetch(`/api/hand/${this.own.seat}${what}`, { headers: { authorization: `Bearer ${this.own.token}` } });
  }
}
