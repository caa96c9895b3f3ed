// The side of the page that talks: whose turn, the question, cards, what was said, who stands where.

import { TOKEN, standing } from "./model.js";
import { whose } from "./words.js";

const LOG_LINES = 200;
const byId = (id) => document.getElementById(id);

export function element(name, { text, ...rest } = {}, ...children) {
  const node = Object.assign(document.createElement(name), rest);
  if (text !== undefined) node.textContent = text;
  node.append(...children);
  return node;
}

export class Panel {
  constructor({ onLay, onAnswer, onWay }) {
    this.onLay = onLay;
    this.onWay = onWay;
    this.onAnswer = onAnswer;
    this.drawn = {};
  }

  // Rebuild a part only when its matter changed, so that a focus in it stays.
  part(name, matter, draw) {
    const key = JSON.stringify(matter);
    if (this.drawn[name] === key) return;
    this.drawn[name] = key;
    draw();
  }

  draw(words, state, board, trouble) {
    this.words = words;
    this.name = (seat) => words.seat(seat);
    this.seats = state.seats ?? Object.keys(board.seats);
    const { language } = words;
    this.spoken = state.language ?? language;
    this.part("now", [language, state.seat, state.by, state.card, state.deal, state.round, state.winner, state.draw, state.finished, state.colours, state.names, state.position, state.awaits, state.held], () => this.now(state));
    this.part("question", [language, state.question, state.colours, state.names, state.phones], () => this.question(state.question, state.phones));
    this.part("cards", [language, state.cards, state.seat, state.card, state.awaits, state.phase, state.colours, state.names], () => this.cards(state));
    this.part("trouble", [language, trouble, state.colours, state.names], () => this.trouble(trouble));
    this.part("ways", [language, state.ways_out, state.phones], () => this.ways(state));
    this.part("standing", [language, state.standing, this.seats, state.colours, state.names], () => this.standing(state));
  }

  chip(seat) {
    return element("span", { className: `chip seat-${seat}`, text: seat, ariaHidden: "true" });
  }

  now(state) {
    const { words } = this, turn = byId("turn");
    turn.replaceChildren();
    if (state.winner?.length) turn.append(...state.winner.map((seat) => this.chip(seat)), words.say("won", { who: state.winner.map(this.name).join(" + ") }));
    else if (state.draw) turn.append(words.say("drawn", { why: words.say(`draw_${state.draw}`) }));
    else if (!state.position || !state.seat) turn.append(words.say("no_game"));
    else {
      const key = state.by && state.by !== state.seat ? "turn_by" : "turn_of";
      const who = whose(state.awaits, state.seat);
      turn.append(...who.map((seat) => this.chip(seat)), words.say(key, { who: who.map(this.name).join(words.say("or")), by: state.by ? this.name(state.by) : "" }));
    }
    const card = cardOf(state.card);
    const finished = state.finished?.length ? words.say("finished", { who: state.finished.map(this.name).join(" + "), next: this.name(state.seat) }) : "";
    const awaited = state.awaits?.what ? words.awaited(state.awaits, state.seat) : "";
    const parts = [awaited, finished, state.deal ? words.say("deal_round", { deal: state.deal, round: state.round }) : "", card ? words.say("laid", { card: words.card(card) }) : ""];
    byId("deal").textContent = parts.filter(Boolean).join(" · ");
    const held = Object.entries(state.held ?? {}).map(([seat, n]) => words.say("held", { who: this.name(seat), n }));
    byId("held").textContent = held.join(", ");
    byId("held").hidden = !held.length;
  }

  // What the companion has just offered to say about a wrong board, or about a colour that a camera took for another.
  ways(state) {
    const ways = state.phones === "look" ? [] : state.ways_out ?? [];
    byId("ways").hidden = !ways.length;
    byId("ways").replaceChildren(byId("ways-title"), ...ways.map((way) => {
      const text = this.words.way(way);
      return element("button", { type: "button", text, onclick: () => this.onWay(way) });
    }));
  }

  question(question, role) {
    byId("question").hidden = !question;
    if (!question) return;
    byId("question-text").textContent = question.text ?? "";
    byId("question-text").lang = this.spoken;
    byId("choices").replaceChildren(...(question.choices ?? []).map((choice, i) => {
      const text = choice.text ?? capital(this.words.choice(choice.action, question.moved?.[i]));
      const button = element("button", { type: "button", disabled: role === "look", onclick: () => this.onAnswer(choice) }, element("kbd", { text: String(i + 1) }), ` ${text}`);
      return element("li", {}, button);
    }));
  }

  cards(state) {
    const { words } = this, seat = state.seat;
    const isIdle = state.phase === "won" || state.cards?.length === 0 || state.awaits?.kind === "hands";
    byId("cards").hidden = byId("cards-title").hidden = byId("cards").closest("section").hidden = isIdle;
    byId("cards-title").textContent = seat ? words.say("lay_card_for", { who: this.name(seat) }) : words.say("lay_card");
    const laid = cardOf(state.card);
    const kinds = state.awaits?.cards?.length ? state.awaits.cards : state.cards ?? [];
    byId("cards").replaceChildren(...kinds.map((card) => {
      const name = words.card(card), isLong = name.length > 3;
      const button = element("button", { type: "button", className: `card${isLong ? " card-long" : ""}${card === laid ? " is-laid" : ""}`, text: name, onclick: () => this.onLay(card) });
      button.setAttribute("aria-label", words.say("card_of", { card: name }));
      return button;
    }));
  }

  trouble(trouble) {
    byId("trouble").hidden = !trouble;
    if (!trouble) return;
    byId("trouble-title").textContent = trouble.rule ? this.words.say("violation", { rule: trouble.rule }) : this.words.say("trouble");
    byId("trouble-text").textContent = trouble.text ?? "";
    byId("trouble-text").lang = this.spoken;
    byId("trouble-list").replaceChildren(...counted(trouble.differences ?? []).slice(0, 8).map((one) => {
      const [single, many] = one.expected ? ["trouble_missing", "trouble_missing_many"] : ["trouble_extra", "trouble_extra_many"];
      const key = one.n > 1 ? many : single;
      return element("li", { text: this.words.say(key, { where: capital(this.words.field(one.cell)), who: one.expected ? this.name(one.expected) : "", n: one.n }) });
    }));
  }

  standing(state) {
    const { words } = this;
    const seats = [...this.seats, TOKEN].filter((seat) => seat !== TOKEN || state.standing?.some((one) => one.owner === TOKEN));
    byId("standing").replaceChildren(...standing(state, seats).map((found) => {
      const lines = found.ring.map((one) => words.say("stands_ring", { n: Number(one.cell), steps: one.home }) + (one.marks ?? []).map((mark) => ` (${words.say(`mark_${mark}`)})`).join(""));
      if (found.home.length) lines.push(words.say("stands_home", { list: found.home.map((cell) => cell[1]).join(", ") }));
      lines.push(...found.board.map((one) => words.say("stands_board", { n: one.cell, face: `${one.height > 1 ? `, ${words.say("stack", { n: one.height })}` : ""}${one.face ? `, ${words.say("face", { n: one.face })}` : ""}` })));
      if (found.yard) lines.push(words.say("stands_yard", { n: found.yard }));
      return element("section", {}, element("h3", {}, this.chip(found.seat), words.seatName(found.seat)), element("ul", {}, ...lines.map((text) => element("li", { text }))));
    }));
  }

  // One line of what was announced; the newest stands first.
  logged(event) {
    const log = byId("log");
    if (event.spoken === "cut") {
      const line = [...log.children].find((one) => one.dataset.said === event.text);
      line?.classList.add("is-cut");
      return;
    }
    const time = event.t === undefined ? "" : clock(event.t);
    const line = element("li", { lang: event.language ?? "" }, element("time", { text: time }), ` ${event.text}`);
    line.dataset.said = event.text;
    if (event.priority === "now") line.classList.add("is-urgent");
    log.prepend(line);
    while (log.children.length > LOG_LINES) log.lastChild.remove();
    byId("said").textContent = event.text;
    byId("said").lang = event.language ?? "";
  }

  clearLog() {
    byId("log").replaceChildren();
    byId("said").textContent = "";
  }
}

export function cardOf(card) {
  return card && typeof card === "object" ? card.card : card ?? null;
}

function clock(t) {
  const s = Math.floor(t);
  return `${Math.floor(s / 3600) ? `${Math.floor(s / 3600)}:` : ""}${String(Math.floor(s / 60) % 60).padStart(2, "0")}:${String(s % 60).padStart(2, "0")}`;
}

// Each place once, with how many marbles are missing or too many there.
function counted(differences) {
  const found = new Map();
  for (const one of differences) {
    const key = `${one.cell} ${one.expected ?? ""}`;
    found.set(key, { ...one, n: (found.get(key)?.n ?? 0) + 1 });
  }
  return [...found.values()];
}

function capital(text) {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}
