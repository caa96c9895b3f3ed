// Hands on the virtual table: mouse, finger and keyboard lift and put the same pieces.
// 1. Every touch is done at once on the page and sent in order; the table's own answer then counts.
// 2. A piece put on a full hole captures: the other goes to its yard. With an exchange on the pile the two change places.
// 3. What is in the hand is what is missing on the table, so nothing is lost when a page is loaded anew.

import { post } from "./link.js";

const DRAG_PX = 6;

export class Hands {
  constructor({ board, places, marbles, svgLayer, onChange, onSay, onProblem }) {
    Object.assign(this, { board, places, marbles, svgLayer, onChange, onSay, onProblem });
    this.pieces = null;
    this.hasYards = board.places.some((place) => place.kind === "yard");
    this.isExchange = () => false;
    this.origin = null;
    this.chosen = null;
    this.queue = Promise.resolve();
    this.busy = 0;
    const area = places.layer;
    area.addEventListener("pointerdown", (event) => this.down(event));
    area.addEventListener("pointermove", (event) => this.drag(event));
    area.addEventListener("pointerup", (event) => this.up(event));
    area.addEventListener("pointercancel", () => this.cancel());
  }

  // The table as the companion tells it; not while own touches are on their way.
  follow(pieces, held, stacks) {
    if (this.busy) return;
    this.pieces = pieces;
    this.stacks = stacks ?? null;
    this.held = held;
    if (!held.includes(this.chosen)) this.chosen = null;
    if (!held.length) this.origin = null;
  }

  get able() {
    return this.pieces !== null;
  }

  get inHand() {
    // Where there are no yards, captured pieces stay beside the board.
    return this.chosen ?? (this.hasYards ? this.held?.[0] : null) ?? null;
  }

  press(i) {
    if (!this.able) return;
    if (this.inHand) this.putAt(i);
    else if (this.pieces[i]) this.liftAt(i);
    else this.onSay("cannot_reach");
  }

  back() {
    if (!this.able || !this.inHand) return;
    const home = this.origin !== null && !this.pieces[this.origin] ? this.origin : this.freeYard(this.inHand);
    if (home === null) return;
    const seat = this.inHand;
    this.put(home, seat);
    this.onSay("put_back", { seat, index: home });
  }

  // Every marble to where the position wants it; those that are off by nothing are not touched.
  tidy(wanted, view) {
    if (!this.able) return;
    view.forEach((shown, i) => {
      if (["extra", "other"].includes(shown.diff) && this.pieces[i]) this.lift(i);
    });
    view.forEach((shown, i) => {
      if (["missing", "other"].includes(shown.diff) && this.held.includes(wanted[i])) this.put(i, wanted[i]);
    });
    for (const seat of [...this.held]) {
      const free = this.freeYard(seat);
      if (free !== null) this.put(free, seat);
    }
    this.origin = this.chosen = null;
  }

  liftAt(i, quiet = false) {
    const seat = this.pieces[i];
    this.origin = i;
    this.lift(i);
    this.chosen = seat;
    if (!quiet) this.onSay("lifted", { seat });
  }

  putAt(i) {
    const seat = this.inHand, other = this.pieces[i], from = this.origin;
    if (other && this.board.places[i].kind === "yard") {
      const free = this.board.places.find((p) => p.cell === this.board.places[i].cell && !this.pieces[p.index]);
      if (free) this.putAt(free.index);
      return;
    }
    if (other && !this.stacks) {
      const away = this.isExchange() && from !== null && !this.pieces[from] ? from : this.freeYard(other);
      this.lift(i);
      if (away !== null) this.put(away, other);
    }
    this.put(i, seat);
    this.chosen = null;
    this.origin = null;
    this.onSay("put_down", { seat, index: i });
  }

  freeYard(seat) {
    const place = this.board.places.find((p) => p.kind === "yard" && p.seat === seat && !this.pieces[p.index]);
    return place ? place.index : null;
  }

  lift(i) {
    this.held = [...(this.held || []), this.pieces[i]];
    this.setTop(i, this.stacks?.[i].slice(0, -1));
    this.send("/api/table/lift", { index: i });
  }

  put(i, seat) {
    const at = this.held.indexOf(seat);
    if (at >= 0) this.held = this.held.toSpliced(at, 1);
    this.setTop(i, this.stacks ? this.stacks[i] + seat : seat);
    this.send("/api/table/put", { index: i, colour: seat });
  }

  // What stands at a place from now on, from the bottom up: the last one is seen.
  setTop(i, stack = "") {
    if (this.stacks) this.stacks = this.stacks.with(i, stack);
    this.pieces = this.pieces.with(i, stack.at(-1) ?? null);
  }

  send(path, data) {
    this.busy += 1;
    this.places.layer.dataset.busy = this.busy;
    this.onChange();
    this.queue = this.queue.then(() => post(path, data)).catch((error) => this.onProblem(error)).finally(() => {
      this.busy -= 1;
      this.places.layer.dataset.busy = this.busy;
      if (!this.busy) this.onChange(true);
    });
  }

  // --- pointer ---

  point(event) {
    const box = this.places.layer.getBoundingClientRect();
    const scale = this.board.side_mm / box.width;
    return [(event.clientX - box.left) * scale - this.board.side_mm / 2, (event.clientY - box.top) * scale - this.board.side_mm / 2];
  }

  nearest([x, y], wanted) {
    let best = null, least = Math.max(20, this.board.pitch_mm * 0.6);
    this.board.places.forEach((place, i) => {
      if (wanted && !wanted(i)) return;
      const [px, py] = this.marbles.at(place);
      const away = Math.hypot(px - x, py - y);
      if (away < least) [best, least] = [i, away];
    });
    return best;
  }

  down(event) {
    if (!this.able || event.button > 0 || this.grip) return;
    const point = this.point(event);
    const i = this.inHand ? this.nearest(point) : this.nearest(point, (k) => this.pieces[k]) ?? this.nearest(point);
    if (i === null) return;
    this.grip = { id: event.pointerId, i, x: event.clientX, y: event.clientY, moving: false, wasHeld: !!this.inHand };
    this.places.layer.setPointerCapture(event.pointerId);
    this.places.go(i);
    event.preventDefault();
  }

  drag(event) {
    const { grip } = this;
    if (!grip || grip.id !== event.pointerId) {
      if (this.able && this.inHand && event.pointerType === "mouse") this.marbles.hold(this.inHand, this.point(event));
      return;
    }
    if (!grip.moving && Math.hypot(event.clientX - grip.x, event.clientY - grip.y) > DRAG_PX) {
      grip.moving = true;
      if (!this.inHand && this.pieces[grip.i]) this.liftAt(grip.i, true);
    }
    if (grip.moving && this.inHand) this.marbles.hold(this.inHand, this.point(event));
  }

  up(event) {
    const { grip } = this;
    if (!grip || grip.id !== event.pointerId) return;
    this.grip = null;
    this.marbles.hold(null);
    if (!grip.moving) this.press(grip.i);
    else if (this.inHand) {
      const i = this.nearest(this.point(event));
      if (i === null) return this.back();
      this.putAt(i);
      this.places.go(i);
    }
  }

  // The browser took the finger for scrolling: only what this very touch lifted goes back.
  cancel() {
    const { grip } = this;
    this.grip = null;
    this.marbles.hold(null);
    if (grip?.moving && !grip.wasHeld) this.back();
  }
}
