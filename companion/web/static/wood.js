// The board itself, drawn once from its geometry: wood, hollows, holes, houses. No piece lies here.

const NS = "http://www.w3.org/2000/svg";

export function svg(name, attributes = {}, ...children) {
  const node = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

function dice(seed) {
  return () => {
    seed = (seed * 1664525 + 1013904223) % 4294967296;
    return seed / 4294967296;
  };
}

function gradient(kind, id, stops, more = {}) {
  return svg(kind, { id, ...more }, ...stops.map(([offset, colour, opacity = 1]) =>
    svg("stop", { offset, "stop-color": colour, "stop-opacity": opacity })));
}

export function paintWood(layer, board, at) {
  const half = board.side_mm / 2;
  layer.setAttribute("viewBox", `${-half} ${-half} ${board.side_mm} ${board.side_mm}`);
  layer.replaceChildren(
    svg("defs", {},
      gradient("linearGradient", "plank", [[0, "var(--wood-1)"], [0.45, "var(--wood-2)"], [1, "var(--wood-3)"]], { x1: 0, y1: 0, x2: 1, y2: 1 }),
      gradient("radialGradient", "bore", [[0, "var(--bore-3)"], [0.7, "var(--bore-2)"], [1, "var(--bore-1)"]], { cx: 0.5, cy: 0.62, r: 0.62 }),
      gradient("radialGradient", "felt", [[0, "var(--felt-1)"], [0.75, "var(--felt-2)"], [1, "var(--felt-3)"]], { cx: 0.5, cy: 0.55, r: 0.6 }),
      gradient("linearGradient", "rim", [[0, "#3b2009", 0.75], [0.5, "#6b3f17", 0.5], [1, "#fff3da", 0.75]], { x1: 0.2, y1: 0, x2: 0.8, y2: 1 }),
      gradient("linearGradient", "edge", [[0, "#fff6e2", 0.9], [0.5, "#fff6e2", 0.05], [1, "#2e1704", 0.55]], { x1: 0, y1: 0, x2: 1, y2: 1 }),
      svg("clipPath", { id: "slab" }, svg("rect", { x: -half + 1, y: -half + 1, width: board.side_mm - 2, height: board.side_mm - 2, rx: 17 }))),
    svg("rect", { class: "slab", x: -half + 1, y: -half + 1, width: board.side_mm - 2, height: board.side_mm - 2, rx: 17, fill: "url(#plank)" }),
    grain(half),
    svg("rect", { x: -half + 2.2, y: -half + 2.2, width: board.side_mm - 4.4, height: board.side_mm - 4.4, rx: 16, fill: "none", stroke: "url(#edge)", "stroke-width": 2.6 }),
    ...groove(board, at), ...houses(board, at), ...pits(board, at), ...holes(board, at), ...starts(board, at),
  );
}

function grain(half) {
  const roll = dice(490), group = svg("g", { class: "grain", "clip-path": "url(#slab)" });
  const knot = { x: -90, y: 70 };
  for (let y = -half - 20; y < half + 20; y += 3.2 + roll() * 5.2) {
    const phase = roll() * 6, reach = 5 + roll() * 4;
    let line = "";
    for (let x = -half; x <= half; x += 14) {
      const away = ((x - knot.x) / 130) ** 2;
      const bend = 26 * Math.exp(-away) * Math.tanh((y - knot.y) / 34);
      const wave = Math.sin(x / 92 + phase * 0.16) * reach + Math.sin(x / 37 + phase) * 0.9;
      line += `${line ? "L" : "M"}${x.toFixed(0)} ${(y + wave + bend * 0.7).toFixed(1)}`;
    }
    group.append(svg("path", { d: line, "stroke-width": (0.4 + roll() * 1.5).toFixed(2), opacity: (0.2 + roll() * 0.55).toFixed(2) }));
  }
  return group;
}

// The way round: a circle, or a line from hole to hole.
function groove(board, at) {
  const ring = board.places.filter((place) => place.kind === "ring").map(at);
  if (!ring.length) return [];
  const radii = ring.map(([x, y]) => Math.hypot(x, y)), radius = radii[0];
  if (Math.max(...radii) - Math.min(...radii) < 3) {
    return [svg("g", { class: "groove" },
      svg("circle", { r: radius, class: "track" }),
      svg("circle", { r: radius - 10.3, class: "shade" }), svg("circle", { r: radius + 10.3, class: "light" }))];
  }
  const line = `M${ring.map((point) => point.map((v) => v.toFixed(1)).join(" ")).join("L")}Z`;
  return [svg("g", { class: "groove" }, svg("path", { d: line, class: "track", "stroke-linejoin": "round" }))];
}

function houses(board, at) {
  return Object.keys(board.seats).flatMap((seat) => {
    const own = board.places.filter((place) => place.kind === "house" && place.seat === seat);
    const start = board.places.find((place) => place.cell === board.seats[seat].start);
    const points = own.map((place) => at(place).map((v) => v.toFixed(1)).join(" "));
    const way = `M${points.join("L")}`;
    const [sx, sy] = at(start), [hx, hy] = at(own[0]);
    const isKite = Math.abs(sx * hy - sy * hx) < board.pitch_mm * board.pitch_mm;
    const door = `M${at(start).join(" ")}L${points[0]}`;
    return [
      svg("path", { d: isKite ? `${way}Z` : way, class: `house-bed seat-${seat}` }),
      svg("path", { d: door, class: `house-door seat-${seat}` }),
      svg("path", { d: way, class: `house-line seat-${seat}` }),
    ];
  });
}

function pits(board, at) {
  return board.pits.map((pit) => {
    const [cx, cy] = at(pit);
    const group = svg("g", { class: `pit pit-${pit.kind} ${pit.seat ? `seat-${pit.seat}` : ""}`, "data-pit": pit.name });
    group.append(
      svg("circle", { cx, cy, r: pit.rim, fill: "url(#rim)" }),
      svg("circle", { cx, cy, r: pit.rim - 1.6, class: "pit-wall" }),
      svg("circle", { cx, cy, r: pit.felt, fill: "url(#felt)" }),
      svg("circle", { cx, cy, r: pit.rim + 1.4, class: "pit-seat" }));
    if (pit.kind === "cards") group.append(flower(cx, cy, pit.felt));
    return group;
  });
}

function flower(cx, cy, size) {
  const group = svg("g", { class: "flower", transform: `translate(${cx} ${cy})` });
  for (let i = 0; i < 8; i += 1) {
    group.append(svg("path", { d: `M0 0C${size * 0.28} ${-size * 0.3} ${size * 0.2} ${-size * 0.66} 0 ${-size * 0.76}C${-size * 0.2} ${-size * 0.66} ${-size * 0.28} ${-size * 0.3} 0 0`, transform: `rotate(${i * 45})` }));
  }
  group.append(svg("circle", { r: size * 0.13 }));
  return group;
}

function holes(board, at) {
  return board.places.filter((place) => place.kind !== "yard").map((place) => {
    const [cx, cy] = at(place);
    if (place.size) {
      const isDark = (place.cell.charCodeAt(0) + place.cell.charCodeAt(1)) % 2 === 0;
      const square = svg("rect", { x: cx - place.size / 2, y: cy - place.size / 2, width: place.size, height: place.size, class: `square ${isDark ? "is-dark" : ""}` });
      return place.kind === "space" ? svg("g", {}, square, svg("text", { x: cx - place.size, y: cy + 5, class: "space-text" }, place.cell)) : square;
    }
    return svg("g", { class: `hole hole-${place.kind}` },
      svg("circle", { cx, cy: cy + 0.9, r: 8, class: "hole-lip" }),
      svg("circle", { cx, cy, r: 7.25, fill: "url(#bore)" }));
  });
}

// Where the letter of a seat stands: by its start, or behind its house where a hole is in the way.
function badgeAt(board, seat, at, byStart) {
  const isFree = board.places.every((place) => Math.hypot(at(place)[0] - byStart.cx, at(place)[1] - byStart.cy) > 18);
  const own = board.places.filter((place) => place.kind === "house" && place.seat === seat).map(at);
  if (isFree || own.length < 2) return byStart;
  const [[fx, fy], [lx, ly]] = [own[0], own.at(-1)], length = Math.hypot(lx - fx, ly - fy);
  return { cx: lx + ((lx - fx) / length) * 25, cy: ly + ((ly - fy) / length) * 25 };
}

function starts(board, at) {
  return Object.entries(board.seats).flatMap(([seat, { start }]) => {
    const [cx, cy] = at(board.places.find((place) => place.cell === start));
    const radius = Math.hypot(cx, cy);
    const out = (r) => ({ cx: (cx / radius) * r, cy: (cy / radius) * r });
    const badge = badgeAt(board, seat, at, out(radius - 31));
    return [
      svg("circle", { cx, cy, r: 9.3, class: `start-ring seat-${seat}` }),
      svg("circle", { ...out(radius + 15.2), r: 2.5, class: "feel-dot" }),
      svg("circle", { ...out(radius - 14.6), r: 2.1, class: "feel-dot" }),
      svg("g", { class: `badge seat-${seat}`, "data-badge": seat },
        svg("circle", { cx: badge.cx, cy: badge.cy, r: 13.5, class: "badge-glow" }),
        svg("circle", { cx: badge.cx, cy: badge.cy, r: 9.6, class: "badge-disc" }),
        svg("text", { x: badge.cx, y: badge.cy + 4.4, class: "badge-text" }, seat)),
    ];
  });
}
