// The pieces, the marks on holes and the card on the pile. Drawn anew with every state; pieces glide to where they are.

import { SEATS, TOKEN } from "./model.js";
import { svg } from "./wood.js";

const RADIUS = 9;
const GLIDE_MS = 260;

export class Marbles {
  constructor(layer, board, at) {
    this.layer = layer;
    this.board = board;
    this.at = at;
    this.shown = [];
    this.scale = board.places[0].size ? (board.places[0].size * 0.36) / RADIUS : 1;
    const half = board.side_mm / 2;
    layer.setAttribute("viewBox", `${-half} ${-half} ${board.side_mm} ${board.side_mm}`);
    this.marks = svg("g", {});
    this.card = svg("g", {});
    this.notes = svg("g", {});
    this.pieces = svg("g", {});
    this.held = svg("g", { class: "held" });
    layer.replaceChildren(defs(), this.card, this.notes, this.marks, this.pieces, this.held);
  }

  draw(view, { marked = [], card = null, trouble = false, glide = true, notes = [] } = {}) {
    const left = this.shown.flatMap((seat, i) => (seat && seat !== view[i]?.seat ? [{ seat, i }] : []));
    const nodes = [];
    view.forEach((shown, i) => {
      if (!shown.seat) return;
      const node = marble(shown.seat, this.where(i), shown.marks.length > 0, this.scale, faceOf(shown));
      if (glide && shown.seat !== this.shown[i]) this.glide(node, left, shown.seat, i);
      nodes.push(node);
    });
    this.pieces.replaceChildren(...nodes);
    this.marks.replaceChildren(...this.markNodes(view, marked, trouble));
    this.notes.replaceChildren(...notes.flatMap((note) => this.noteNodes(note, notes)));
    const pile = this.pile();
    this.card.replaceChildren(...(card && pile ? [cardFace(card, this.at(pile))] : []));
    this.shown = view.map((shown) => shown.seat);
  }

  // Where the card lies: in its pit, beside a track; on a board of squares it would hide pieces.
  pile() {
    const beside = this.board.places[0].kind === "space" ? { x: this.board.side_mm / 4, y: 0 } : null;
    return this.board.pits.find((pit) => pit.kind === "cards") ?? beside;
  }

  where(i) {
    return this.at(this.board.places[i]);
  }

  glide(node, left, seat, i) {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches || !node.animate) return;
    const at = left.findIndex((one) => one.seat === seat);
    if (at < 0) return;
    const [fx, fy] = this.where(left.splice(at, 1)[0].i);
    const [x, y] = this.where(i);
    node.animate([{ transform: `translate(${fx}px, ${fy}px)` }, { transform: `translate(${x}px, ${y}px)` }], { duration: GLIDE_MS, easing: "ease-in-out" });
  }

  // What a cell tells besides its piece: a tile upon it; or beside it a number, and arrows to the goals of seats.
  noteNodes({ cell, what, number, seats = [] }, notes) {
    const place = this.board.places.find((one) => one.cell === cell), [cx, cy] = this.at(place), size = place.size;
    if (what === "covered") return [svg("rect", { x: cx - size * 0.4, y: cy - size * 0.4, width: size * 0.8, height: size * 0.8, rx: 4, class: "note-tile", "data-note": cell })];
    if (!number) return [];
    const arrows = seats.flatMap((seat, i) => {
      const goal = notes.find((note) => note.what === "goal" && note.seats.includes(seat));
      if (!goal) return [];
      const [gx, gy] = this.at(this.board.places.find((one) => one.cell === goal.cell));
      const turn = (Math.atan2(gy - cy, gx - cx) * 180) / Math.PI;
      return [svg("path", { d: "M-6 -5L6 0L-6 5Z", transform: `translate(${cx + size * 1.3 + i * 15} ${cy}) rotate(${turn.toFixed(1)})`, class: "note-arrow" })];
    });
    return [svg("text", { x: cx + size, y: cy + 5, class: "space-text", "data-note": cell }, String(number)), ...arrows];
  }

  markNodes(view, marked, trouble) {
    const nodes = [];
    view.forEach((shown, i) => {
      const [cx, cy] = this.where(i);
      if (marked.includes(this.board.places[i].cell) && this.board.places[i].kind !== "yard") nodes.push(svg("circle", { cx, cy, r: 10.4 * this.scale, class: "mark-last" }));
      if (!shown.diff) return;
      const kind = `mark-diff mark-${shown.diff} ${trouble ? "is-trouble" : ""}`;
      nodes.push(svg("circle", { cx, cy, r: 10.2 * this.scale, class: kind }));
      if (shown.diff === "missing") nodes.push(svg("text", { x: cx, y: cy + 3.7, class: `${kind} mark-text` }, shown.wanted));
    });
    return nodes;
  }

  // A piece that is carried by the pointer; null puts it out of sight.
  hold(seat, point) {
    this.held.replaceChildren(...(seat ? [marble(seat, point, false, 1.22 * this.scale)] : []));
  }
}

// What is written on a piece instead of its seat's letter.
function faceOf({ face, marks, height }) {
  return face || (marks.includes("king") ? "♚" : height > 1 ? String(height) : "");
}

function defs() {
  const ball = (id) => {
    const node = svg("radialGradient", { id: `ball-${id}`, cx: 0.38, cy: 0.32, r: 0.75 });
    [[0, "light"], [0.45, "main"], [1, "dark"]].forEach(([offset, tone]) => node.append(svg("stop", { offset, class: `ball-${tone} seat-${id}` })));
    return node;
  };
  return svg("defs", {}, ...[...SEATS, "none"].map(ball));
}

function marble(seat, [x, y], fresh, scale = 1, face = "") {
  const kind = seat === "?" ? "none" : seat;
  const node = svg("g", { class: `marble seat-${kind}` });
  node.style.transform = `translate(${x}px, ${y}px)`;
  const body = svg("g", scale === 1 ? {} : { transform: `scale(${scale})` });
  body.append(
    svg("ellipse", { cx: 1.6, cy: 3.4, rx: RADIUS * 0.98, ry: RADIUS * 0.86, class: "marble-shadow" }),
    svg("circle", { r: RADIUS, fill: `url(#ball-${kind})`, class: "marble-ball" }),
    svg("circle", { r: 5.9, class: "marble-disc" }),
    svg("text", { y: 3.6, class: "marble-text" }, face || (seat === TOKEN ? "●" : seat.toUpperCase())),
    svg("ellipse", { cx: -3.1, cy: -5.6, rx: 3, ry: 1.7, transform: "rotate(-28 -3.1 -5.6)", class: "marble-shine" }));
  if (fresh) body.append(svg("circle", { r: RADIUS + 1.2, class: "marble-fresh" }));
  node.append(body);
  return node;
}

function cardFace({ title, short }, [x, y]) {
  const long = short.length > 3;
  return svg("g", { class: "card-face", transform: `translate(${x} ${y})` },
    svg("rect", { x: -27, y: -40, width: 54, height: 80, rx: 6, class: "card-shadow" }),
    svg("rect", { x: -28, y: -42, width: 56, height: 82, rx: 6, class: "card-paper" }),
    svg("rect", { x: -24.5, y: -38.5, width: 49, height: 75, rx: 4, class: "card-border" }),
    svg("text", { x: 0, y: long ? 3 : 10, class: long ? "card-name" : `card-number card-number-${short.length}` }, long ? title : short));
}
