// The page: puts its parts together, once. News come in at `onNews`, go to `draw`; what people do goes out by `say`.

import { Hand } from "./hand.js";
import { Hands } from "./hands.js";
import { Link, get, post } from "./link.js";
import { Live, Voice } from "./live.js";
import { Marbles } from "./marbles.js";
import { expectedPieces, paints, tablePieces, turned, viewOfPlaces } from "./model.js";
import { Panel, cardOf, element } from "./panel.js";
import { Places } from "./places.js";
import { bindSettings, loadSettings } from "./settings.js";
import { paintWood } from "./wood.js";
import { bindSpeaking, showSpeaking } from "./speaking.js";
import { Words, chooseLanguage } from "./words.js";

// So many announcements that come together are read out.
const MOST_READ = 8;
const byId = (id) => document.getElementById(id);
const option = (value, text) => element("option", { value, text });

// The cells that an action touched: where each piece stood and stands, and what it took.
function cellsOf(moved) {
  return moved.flatMap((one) => [one.origin, one.target, ...(one.captured ?? []).map((taken) => taken.cell)]).filter(Boolean);
}

class Page {
  constructor(board, settings) {
    this.board = board;
    this.settings = settings;
    this.state = {};
    this.words = null;
    this.trouble = null;
    this.lastCells = [];
    this.pile = null;
    this.turn = Promise.resolve();
    this.isNew = true;
    this.live = new Live(byId("live"));
    this.voice = new Voice();
    this.voice.on = settings.speak;
    this.at = (spot) => turned(board, settings.seat, spot.x, spot.y);
    this.build();
  }

  build() {
    paintWood(byId("wood"), this.board, this.at);
    this.marbles = new Marbles(byId("marbles"), this.board, this.at);
    this.places = new Places(byId("places"), this.board, this.at, { onPress: (i) => this.press(i), onBack: () => this.hands.back() });
    this.hands = new Hands({
      board: this.board, places: this.places, marbles: this.marbles,
      onChange: (isSettled) => (isSettled ? this.refresh() : this.draw()),
      onSay: (key, facts) => this.tellHands(key, facts), onProblem: (error) => this.problem(error),
    });
    this.hands.isExchange = () => this.state.exchanges === true;
    this.panel = new Panel({ onLay: (card) => this.lay(card), onAnswer: (choice) => this.say(`answer ${choice.action}`), onWay: (way) => this.say(way) });
    this.link = new Link({ onNews: (news) => this.take(news), onLine: (isOn) => this.line(isOn) });
    for (const button of document.querySelectorAll("[data-say]")) button.addEventListener("click", () => this.sayOf(button));
    byId("tidy").addEventListener("click", () => this.hands.tidy(expectedPieces(this.board, this.state.standing).map((piece) => piece?.owner ?? null), this.view));
    document.addEventListener("keydown", (event) => this.key(event));
    bindSettings(this.settings, (name) => this.changed(name));
    bindSpeaking((text) => this.say(text));
    this.hand = new Hand(this.settings.seat, (text) => this.say(text));
    byId("game-form").addEventListener("submit", (event) => this.begin(event));
    for (const id of ["game", "variant"]) byId(id).addEventListener("change", () => this.fillGames());
  }

  // --- what comes in ---

  // One after the other, also while the words of a language are still on their way.
  take(news) {
    this.turn = this.turn.then(() => this.hear(news)).catch((error) => console.error(error));
  }

  async hear({ events, state, isNewRun }) {
    this.state = state;
    if (isNewRun) {
      this.panel.clearLog();
      this.trouble = this.pile = null;
    }
    await this.speakLanguage();
    this.words.know(state, this.board);
    this.nameSeats();
    const spoken = events.filter((event) => event.type === "speech" && event.private == null && event.text);
    const started = spoken.filter((event) => event.spoken === "started");
    const isFirst = this.isNew || isNewRun;
    for (const event of events) this.note(event);
    for (const event of spoken) if (event.spoken !== "finished") this.panel.logged(event);
    if (!isFirst) {
      for (const event of spoken) this.voice.heard(event);
      if (this.settings.announce) this.announce(started);
    }
    this.isNew = false;
    this.draw();
    if (isFirst || events.some((event) => event.type !== "speech")) this.hand.read(this.words);
  }

  // What was told while the page was away is counted, and stands in the list; the newest is read out.
  announce(started) {
    const before = started.length - MOST_READ;
    if (before > 0) this.live.say(this.words.say("announced_before", { n: before }), this.words.language);
    for (const event of started.slice(-MOST_READ)) this.live.say(event.text, event.language ?? this.words.language, event.priority === "now");
  }

  note(event) {
    if (event.type === "card") this.pile = event.card;
    if (event.type === "move") this.lastCells = cellsOf(event.moved ?? []);
    if (event.type === "disturbed") this.trouble = { differences: event.differences };
    if (event.type === "violation") this.trouble = { text: event.text, rule: event.rule };
    if (["corrected", "setup", "card", "move", "takeback", "won"].includes(event.type)) this.trouble = null;
  }

  async refresh() {
    const { state } = await get("/api/state").catch(() => ({ state: this.state }));
    this.state = state;
    this.draw();
  }

  line(isOn) {
    this.isOn = isOn;
    document.documentElement.classList.toggle("is-away", !isOn);
    if (this.words) this.drawLine();
  }

  // --- what is shown ---

  async speakLanguage() {
    const language = chooseLanguage(this.settings.language, this.state.language, navigator.language);
    if (this.words?.language === language) return;
    this.words = await Words.load(language);
    document.documentElement.lang = language;
    for (const node of document.querySelectorAll("[data-text]")) node.textContent = this.words.say(node.dataset.text);
    for (const button of document.querySelectorAll("[data-key]")) {
      button.append(" ", element("kbd", { text: button.dataset.key, ariaHidden: "true" }));
      button.setAttribute("aria-keyshortcuts", button.dataset.key);
    }
    this.seatNames = "";
  }

  // The choices of a seat, anew when the seats get other names.
  nameSeats() {
    const owners = Object.keys(this.board.seats), seats = owners.length ? owners : this.state.seats ?? [];
    const names = seats.map((seat) => this.words.seatName(seat));
    if (this.seatNames === names.join()) return;
    this.seatNames = names.join();
    byId("my-seat").replaceChildren(option("", this.words.say("no_seat")), ...seats.map((seat, i) => option(seat, names[i])));
    byId("my-seat").value = this.settings.seat;
    this.fillGames();
  }

  // What can be chosen for a new game, as the companion's games tell it themselves.
  fillGames() {
    const games = this.state.games ?? {}, fill = (id, values, name) => {
      const node = byId(id), before = node.value;
      node.replaceChildren(...values.map((value) => option(value, name(value))));
      if (values.includes(before)) node.value = before;
      node.closest("label").hidden = values.length < 2;
    };
    fill("game", Object.keys(games), (name) => this.words.say(`game_${name}`));
    const chosen = games[byId("game").value];
    for (const id of ["variant", "deck", "memory"]) fill(id, chosen?.choices[id] ?? [], (name) => this.words.say(`${id}_${name}`));
    const seats = chosen?.can_first_be_chosen ? chosen.seats[byId("variant").value] ?? Object.values(chosen.seats)[0] : [];
    fill("first", seats, (seat) => this.words.seatName(seat));
  }

  // What this phone may not do at this table is not there; a line says so.
  permit() {
    const role = this.state.phones ?? "rule", roles = ["look", "play", "rule"];
    for (const node of document.querySelectorAll("[data-may]")) {
      const isAllowed = roles.indexOf(role) >= roles.indexOf(node.dataset.may);
      if (node.id !== "tidy" || !isAllowed) node.hidden = !isAllowed;
    }
    byId("phones-note").hidden = role === "rule";
    byId("phones-note").textContent = role === "rule" ? "" : this.words.say(`phones_${role}`);
  }

  draw() {
    if (!this.words) return;
    const { state, board } = this, table = tablePieces(state);
    if (table) this.hands.follow(table, state.table.loose, state.table.stacks);
    const shownState = table ? { ...state, table: { ...state.table, places: this.hands.pieces, stacks: this.hands.stacks } } : state;
    this.view = viewOfPlaces(board, shownState);
    const isOver = this.trouble?.differences && ["play", "won"].includes(state.phase);
    const trouble = isOver ? null : this.trouble;
    this.paint();
    const card = cardOf(state.card) ?? this.pile;
    this.marbles.draw(this.view, { marked: this.lastCells, trouble: !!trouble, notes: state.notes ?? [], card: card && { short: /^\d+$/.test(card) ? card : this.words.card(card), title: this.words.card(card) } });
    this.places.show(this.view);
    this.places.name(this.labels(), (group) => this.words.say(`group_${group.kind}`, { who: group.seat ? this.words.seat(group.seat) : "" }), this.words.say("board"));
    this.panel.draw(this.words, state, board, trouble);
    for (const node of byId("wood").querySelectorAll("[data-badge]")) node.classList.toggle("is-turn", node.dataset.badge === state.seat && !state.winner?.length && !state.draw);
    this.fit(table);
    if (!this.hands.inHand) this.marbles.hold(null);
    this.drawHands(table);
    this.permit();
    showSpeaking(state);
    this.drawLine();
  }

  // Words and questions that fit the board: holes and marbles, squares and pieces, or a track that is nobody's.
  fit(table) {
    const has = (kind) => this.board.places.some((place) => place.kind === kind);
    for (const node of document.querySelectorAll(".of-ways")) node.hidden = !has("ring");
    for (const node of document.querySelectorAll(".of-pieces")) node.hidden = has("space");
    if (has("ring")) byId("board-keys").textContent = this.words.say(table ? "board_keys" : "board_keys_real");
    else byId("board-keys").textContent = this.words.say(table ? "board_keys_squares" : "board_keys_squares_real");
    byId("ask-mine").textContent = this.words.say(has("ring") ? "ask_mine" : "ask_pieces");
  }

  paint() {
    for (const [seat, colour] of paints(this.state)) {
      for (const part of ["", "-light", "-dark"]) document.documentElement.style.setProperty(`--seat-${seat}${part}`, `var(--${colour}${part})`);
      document.documentElement.style.setProperty(`--on-seat-${seat}`, `var(--on-${colour})`);
    }
  }

  labels() {
    const starts = Object.fromEntries(Object.entries(this.board.seats).map(([seat, { start }]) => [start, seat]));
    return this.board.places.map((place, i) => {
      const shown = this.view[i];
      return this.words.place(place, shown, {
        startOf: starts[place.cell],
        notes: (this.state.notes ?? []).filter((one) => one.cell === place.cell),
        steps: shown.seat && shown.seat !== "?" ? shown.home : null,
        yardNumber: this.board.places.slice(0, i + 1).filter((one) => one.cell === place.cell).length,
      });
    });
  }

  drawHands(table) {
    const held = table ? this.hands.held ?? [] : [];
    byId("hands").hidden = !table;
    byId("tidy").hidden = !table || !this.view.some((shown) => shown.diff);
    byId("hands").replaceChildren(...(held.length ? [this.words.say("in_hand", { who: "" }), ...held.map((seat) => this.handChip(seat))] : []));
  }

  handChip(seat) {
    const chip = element("button", { type: "button", className: `chip seat-${seat}`, text: seat });
    chip.setAttribute("aria-label", this.words.seatName(seat));
    chip.setAttribute("aria-pressed", String(this.hands.inHand === seat));
    chip.addEventListener("click", () => {
      this.hands.chosen = seat;
      this.draw();
    });
    return chip;
  }

  drawLine() {
    let text = this.words.say(this.isOn ? "line_on" : "line_off");
    if (this.isOn && this.state.table) text = this.words.say("board_virtual");
    else if (this.isOn && this.state.connected === false) text = this.words.say("board_off");
    if (byId("line").textContent !== text) byId("line").textContent = text;
  }

  tellHands(key, { seat, index } = {}) {
    const place = this.board.places[index];
    const where = place ? this.words.placeName(place, { yardNumber: "" }).replace(/,[^,]*$/, "") : "";
    this.live.say(this.words.say(key, { who: seat ? this.words.seat(seat) : "", where }), this.words.language);
  }

  // --- what people do ---

  press(i) {
    if (this.state.table) this.hands.press(i);
    else this.say(`ask hole ${this.board.places[i].cell}`);
  }

  lay(card) {
    const either = this.state.awaits?.seats ?? [];
    if (either.length) return this.say(`card ${either.includes(this.settings.seat) ? this.settings.seat : this.state.seat} ${card}`);
    if (this.state.table) return this.send("/api/table/lay", { card });
    return this.say(`card ${this.state.seat ?? "A"} ${card}`);
  }

  sayOf(button) {
    if (button.dataset.say === "stop") this.voice.stop();
    const text = button.dataset.say;
    if (text.includes("{me}") && !this.settings.seat && !this.state.seat) return this.problem(null, this.words.say("choose_seat"));
    return this.say(text.replace("{me}", this.settings.seat || this.state.seat));
  }

  say(text) {
    return this.send("/api/say", { text, by: "phone" });
  }

  async send(path, data) {
    byId("problem").hidden = true;
    await post(path, data).catch((error) => this.problem(error));
  }

  problem(error, text) {
    const known = { away: "away", "not-for-phones": "not_for_phones" }[error?.body?.code];
    const why = text ?? this.words.say("refused", { why: known ? this.words.say(known) : error.message });
    byId("problem").textContent = why;
    byId("problem").hidden = false;
    this.live.say(why, this.words.language);
  }

  key(event) {
    const isTyping = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName) && event.target.type !== "checkbox";
    if (!this.settings.shortcuts || isTyping || event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
    const choice = /^[1-9]$/.test(event.key) && this.state.phones !== "look" ? this.state.question?.choices?.[Number(event.key) - 1] : null;
    const button = document.querySelector(`[data-key="${CSS.escape(event.key)}"]`);
    if (choice) this.say(`answer ${choice.action}`);
    else if (button && !button.closest("[hidden]")) this.sayOf(button);
    else return;
    event.preventDefault();
  }

  begin(event) {
    event.preventDefault();
    const warning = byId("game-warning");
    if (this.state.position && !this.state.winner?.length && !this.state.draw && warning.hidden) {
      warning.hidden = false;
      this.live.say(warning.textContent, this.words.language);
      return;
    }
    warning.hidden = true;
    byId("new-game").open = false;
    const first = byId("first").value && `first=${byId("first").value}`;
    this.say(["game", byId("game").value, ...["deck", "variant", "memory"].map((id) => byId(id).value), first].filter(Boolean).join(" "));
  }

  async changed(name) {
    this.voice.on = this.settings.speak;
    if (!this.settings.speak) this.voice.stop();
    if (name === "language") {
      await this.speakLanguage();
      this.words.know(this.state, this.board);
      this.nameSeats();
    }
    if (name === "seat") {
      paintWood(byId("wood"), this.board, this.at);
      this.places.move(this.at);
      this.marbles.shown = [];
    }
    this.draw();
  }
}

new Page(await get("/api/board"), loadSettings());
