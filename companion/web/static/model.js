// What lies where: from the board's geometry and the public state to one view of every place. Pure, no page.

const COLOURS = { A: "black", B: "red", C: "green", D: "blue", E: "yellow", F: "white" };
const PALETTE = new Set(Object.values(COLOURS));

// What the pieces of each seat are painted with; the colours of this table where they are told.
export function paints(state) {
  return Object.entries(COLOURS).map(([seat, usual]) => [seat, PALETTE.has(state.colours?.[seat]) ? state.colours[seat] : usual]);
}

// "80..." in hex, first index first -> list of filled indices
export function filledPlaces(occupied) {
  return [...(occupied ?? "")].flatMap((digit, at) => [8, 4, 2, 1].flatMap((bit, k) => (parseInt(digit, 16) & bit ? [at * 4 + k] : [])));
}

// "A:00*,A4,y,y B:..." -> cell -> list of {seat, fresh}
export function parsePosition(text) {
  const cells = new Map();
  for (const part of (text || "").split(" ")) {
    const [seat, list] = part.split(":");
    if (!list) continue;
    for (const piece of list.split(",")) {
      const fresh = piece.endsWith("*");
      const cell = piece === "y" ? `${seat}y` : piece.replace("*", "");
      if (!cells.has(cell)) cells.set(cell, []);
      cells.get(cell).push({ seat, fresh });
    }
  }
  return cells;
}

// wire index -> seat, as the position says; a yard is filled from its first place
export function expectedPieces(board, position) {
  const cells = parsePosition(position);
  const left = new Map([...cells].map(([cell, list]) => [cell, [...list]]));
  return board.places.map((place) => left.get(place.cell)?.shift() ?? null);
}

// wire index -> seat on the virtual table, or null if there is no such table
export function tablePieces(state) {
  return state.table ? state.table.places.map((seat) => seat || null) : null;
}

// wire index -> {seat, wanted, fresh, diff}: what is shown. diff: missing, extra, other, or null
export function viewOfPlaces(board, state) {
  const expected = expectedPieces(board, state.position);
  const table = tablePieces(state);
  const filled = !table && typeof state.occupied === "string" ? new Set(filledPlaces(state.occupied)) : null;
  if (!table && !filled) return expected.map((piece) => ({ seat: piece?.seat ?? null, fresh: !!piece?.fresh, diff: null }));
  const view = board.places.map((place, i) => {
    const wanted = expected[i]?.seat ?? null;
    const seat = table ? table[i] : filled.has(i) ? wanted ?? (place.kind === "yard" ? place.seat : "?") : null;
    let diff = null;
    if (wanted && !seat) diff = "missing";
    else if (!wanted && seat) diff = "extra";
    else if (wanted && seat !== wanted && seat !== "?") diff = "other";
    return { seat, wanted, fresh: !!expected[i]?.fresh && seat === wanted, diff };
  });
  settleYards(board, view);
  return view;
}

// In a yard only the number counts, not the place.
function settleYards(board, view) {
  const yards = new Map();
  for (const place of board.places) {
    if (place.kind !== "yard") continue;
    if (!yards.has(place.cell)) yards.set(place.cell, []);
    yards.get(place.cell).push(place.index);
  }
  for (const indices of yards.values()) {
    const missing = indices.filter((i) => view[i].diff === "missing");
    const extra = indices.filter((i) => view[i].diff === "extra" && view[i].seat === board.places[i].seat);
    while (missing.length && extra.length) {
      view[missing.pop()].diff = null;
      view[extra.pop()].diff = null;
    }
  }
}

export function ringSize(board) {
  return board.places.filter((place) => place.kind === "ring").length;
}

// Steps forward until a piece of this seat stands in the first hole of its house.
export function stepsHome(board, seat, cell, fresh) {
  const start = board.seats[seat]?.start;
  if (!start || !/^\d+$/.test(cell)) return null;
  const size = ringSize(board);
  const ahead = (Number(start) - Number(cell) + size) % size;
  return (ahead === 0 && fresh ? size : ahead) + 1;
}

// All pieces by seat, those nearest to home first: the list that fits a head.
export function standing(board, state, seats) {
  const cells = parsePosition(state.position);
  return seats.map((seat) => {
    const found = { seat, home: [], ring: [], yard: 0 };
    for (const [cell, list] of cells) {
      for (const piece of list.filter((p) => p.seat === seat)) {
        if (cell.endsWith("y")) found.yard += 1;
        else if (/^\d+$/.test(cell)) found.ring.push({ cell, fresh: piece.fresh, steps: stepsHome(board, seat, cell, piece.fresh) });
        else found.home.push(cell);
      }
    }
    found.home.sort();
    found.ring.sort((a, b) => a.steps - b.steps);
    return found;
  });
}

// Where on the screen a point of the board lies when this seat sits at the bottom.
export function turned(board, seat, x, y) {
  const quarter = Math.max(0, Object.keys(board.seats).indexOf(seat));
  for (let i = 0; i < quarter; i += 1) [x, y] = [y, -x];
  return [x, y];
}
