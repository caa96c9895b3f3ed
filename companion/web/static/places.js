// The holes as buttons over the drawing: one stop of the Tab key, arrow keys walk, Enter lifts and puts.

export class Places {
  constructor(layer, board, at, { onPress, onBack }) {
    this.layer = layer;
    this.board = board;
    this.onPress = onPress;
    this.onBack = onBack;
    this.view = [];
    this.groups = groupsOf(board);
    this.buttons = board.places.map((place) => this.button(place, at));
    layer.replaceChildren(...this.groups.map((group) => {
      const node = document.createElement("div");
      node.setAttribute("role", "group");
      node.append(...group.indices.map((i) => this.buttons[i]));
      group.node = node;
      return node;
    }));
    this.current = Number(board.places[0].index);
    this.buttons[this.current].tabIndex = 0;
    layer.addEventListener("keydown", (event) => this.key(event));
    layer.addEventListener("focusin", (event) => this.stand(this.buttons.indexOf(event.target)));
  }

  button(place, at) {
    const node = document.createElement("button");
    node.type = "button";
    node.className = `place place-${place.kind}`;
    node.tabIndex = -1;
    node.dataset.index = place.index;
    const [x, y] = at(place);
    node.style.left = `${(50 + (x / this.board.side_mm) * 100).toFixed(3)}%`;
    node.style.top = `${(50 + (y / this.board.side_mm) * 100).toFixed(3)}%`;
    if (place.size) node.style.width = node.style.height = `${((place.size / this.board.side_mm) * 100).toFixed(3)}%`;
    node.addEventListener("click", (event) => {
      if (event.detail === 0) this.onPress(place.index);
    });
    return node;
  }

  move(at) {
    this.board.places.forEach((place, i) => {
      const [x, y] = at(place);
      this.buttons[i].style.left = `${(50 + (x / this.board.side_mm) * 100).toFixed(3)}%`;
      this.buttons[i].style.top = `${(50 + (y / this.board.side_mm) * 100).toFixed(3)}%`;
    });
  }

  name(labels, groupName, boardName) {
    this.layer.setAttribute("aria-label", boardName);
    this.layer.setAttribute("aria-describedby", "board-keys");
    for (const group of this.groups) group.node.setAttribute("aria-label", groupName(group));
    labels.forEach((label, i) => {
      if (this.buttons[i].getAttribute("aria-label") !== label) this.buttons[i].setAttribute("aria-label", label);
    });
  }

  show(view) {
    this.view = view;
    view.forEach((shown, i) => this.buttons[i].classList.toggle("is-filled", !!shown.seat));
  }

  stand(i) {
    if (i < 0 || i === this.current) return;
    this.buttons[this.current].tabIndex = -1;
    this.current = i;
    this.buttons[i].tabIndex = 0;
  }

  go(i) {
    this.stand(i);
    this.buttons[i].focus();
  }

  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const row = this.group().row;
    const step = { ArrowRight: 1, ArrowDown: -row, ArrowLeft: -1, ArrowUp: row }[event.key];
    if (step) this.go(event.shiftKey ? this.nextPiece(step) : this.beside(step));
    else if (event.key === "Home") this.go(this.group().indices[0]);
    else if (event.key === "End") this.go(this.group().indices.at(-1));
    else if (event.key === "PageDown") this.go(this.otherGroup(1));
    else if (event.key === "PageUp") this.go(this.otherGroup(-1));
    else if (event.key === "Escape") this.onBack();
    else return;
    event.preventDefault();
  }

  group() {
    return this.groups.find((group) => group.indices.includes(this.current));
  }

  beside(step) {
    const { indices } = this.group();
    return indices[(indices.indexOf(this.current) + step + indices.length) % indices.length];
  }

  otherGroup(step) {
    const at = this.groups.indexOf(this.group());
    return this.groups[(at + step + this.groups.length) % this.groups.length].indices[0];
  }

  nextPiece(step) {
    const order = this.groups.flatMap((group) => group.indices);
    const at = order.indexOf(this.current);
    for (let k = 1; k < order.length; k += 1) {
      const i = order[(at + step * k + order.length * 2) % order.length];
      if (this.view[i]?.seat) return i;
    }
    return this.current;
  }
}

// Ring, then house and yard of each seat; or all squares, row by row from the lowest. `row`: how far ArrowUp goes.
function groupsOf(board) {
  const pick = (kind, seat) => board.places.filter((p) => p.kind === kind && p.seat === seat).map((p) => p.index);
  const ring = { kind: "ring", seat: null, indices: pick("ring", null), row: -1 };
  const squares = { kind: "square", seat: null, indices: pick("square", null), row: board.places.filter((p) => /^.1$/.test(p.cell)).length };
  const spaces = { kind: "space", seat: null, indices: pick("space", null), row: 1 };
  const groups = [ring, squares, spaces].filter((group) => group.indices.length);
  for (const seat of Object.keys(board.seats)) {
    groups.push({ kind: "house", seat, indices: pick("house", seat), row: -1 });
    groups.push({ kind: "yard", seat, indices: pick("yard", seat), row: -1 });
  }
  return groups;
}
