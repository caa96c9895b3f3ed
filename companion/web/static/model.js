// What lies where: from the board's geometry and the public state to one view of every place. Pure, no page.

const COLOURS = { A: "black", B: "red", C: "green", D: "blue", E: "yellow", F: "white", w: "white", b: "black", T: "yellow", K: "blue", t: "white" };
const PALETTE = new Set(Object.values(COLOURS));

// All letters that pieces can have; the token belongs to nobody.
export const SEATS = Object.keys(COLOURS);
export const TOKEN = "t";

// What the pieces of each seat are painted with; the colours of this table where they are told.
export function paints(state) {
  return Object.entries(COLOURS).map(([seat, usual]) => [seat, PALETTE.has(state.colours?.[seat]) ? state.colours[seat] : usual]);
}

// "80..." in hex, first index first -> list of filled indices
export function filledPlaces(occupied) {
  return [...(occupied ?? "")].flatMap((digit, at) => [8, 4, 2, 1].flatMap((bit, k) => (parseInt(digit, 16) & bit ? [at * 4 + k] : [])));
}

// The pieces of the state by cell, as the companion tells them: {cell, owner, place, home, marks, face}
function piecesByCell(standing) {
  const cells = new Map();
  for (const piece of standing ?? []) {
    if (!cells.has(piece.cell)) cells.set(piece.cell, []);
    cells.get(piece.cell).push(piece);
  }
  return cells;
}

// wire index -> piece, as the position says; a yard is filled from its first place, of a stack the top counts
export function expectedPieces(board, standing) {
  const left = piecesByCell(standing);
  const top = (pieces) => pieces.toSorted((one, other) => one.height - other.height).at(-1);
  return board.places.map((place) => {
    const pieces = left.get(place.cell);
    return (pieces?.[0]?.height ? top(pieces) : pieces?.shift()) ?? null;
  });
}

// wire index -> seat on the virtual table, or null if there is no such table
export function tablePieces(state) {
  return state.table ? state.table.places.map((seat) => seat || null) : null;
}

// wire index -> {seat, wanted, marks, home, face, height, diff}: what is shown. diff: missing, extra, other, or null
export function viewOfPlaces(board, state) {
  const expected = expectedPieces(board, state.standing);
  const table = tablePieces(state);
  const filled = !table && typeof state.occupied === "string" ? new Set(filledPlaces(state.occupied)) : null;
  const told = (piece) => ({ marks: piece?.marks ?? [], home: piece?.home ?? null, face: piece?.face ?? "", height: piece?.height ?? 0 });
  if (!table && !filled) return expected.map((piece) => ({ seat: piece?.owner ?? null, ...told(piece), diff: null }));
  const view = board.places.map((place, i) => {
    const wanted = expected[i]?.owner ?? null;
    const seat = table ? table[i] : filled.has(i) ? wanted ?? (place.kind === "yard" ? place.seat : "?") : null;
    let diff = null;
    if (wanted && !seat) diff = "missing";
    else if (!wanted && seat) diff = "extra";
    else if (wanted && seat !== wanted && seat !== "?") diff = "other";
    const height = state.table?.stacks ? state.table.stacks[i].length : expected[i]?.height ?? 0;
    return { seat, wanted, ...told(seat === wanted ? expected[i] : null), height, diff };
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

// All pieces by seat, those nearest to home first: the list that fits a head.
export function standing(state, seats) {
  return seats.map((seat) => {
    const mine = (state.standing ?? []).filter((piece) => piece.owner === seat);
    const at = (place) => mine.filter((piece) => piece.place === place);
    return { seat, home: at("house").map((piece) => piece.cell).sort(), ring: at("way"), yard: at("yard").length, board: at("board") };
  });
}

// Where on the screen a point of the board lies when this seat sits at the bottom.
export function turned(board, seat, x, y) {
  const quarter = Math.max(0, Object.keys(board.seats).indexOf(seat));
  for (let i = 0; i < quarter; i += 1) [x, y] = [y, -x];
  return [x, y];
}
