// The page's words in three languages, and the sentences made of them.

// Whose turn it is: of several who may begin all of them; what one has begun is the same one's, though another may end it.
export function whose(awaits, seat) {
  const several = awaits?.seats?.length > 1 && !awaits.what.endsWith("_more");
  return several ? awaits.seats : [seat];
}

export class Words {
  constructor(language, texts) {
    this.language = language;
    this.texts = texts;
    this.table = {};
    this.places = {};
  }

  static async load(language) {
    const answer = await fetch(`/static/texts/${language}.json`);
    return new Words(language, await answer.json());
  }

  say(key, facts = {}) {
    const text = this.texts[key] ?? key;
    return text.replace(/\{(\w+)\}/g, (_, name) => facts[name] ?? "");
  }

  // From now on the names and colours of this table and the places of its board count.
  know(state, board) {
    this.table = { names: state.names ?? {}, colours: state.colours ?? {} };
    this.places = {};
    const counts = {};
    for (const place of board.places) {
      const group = `${place.kind} ${place.seat}`;
      counts[group] = (counts[group] ?? 0) + 1;
      this.places[place.cell] ??= { ...place, number: counts[group] };
    }
  }

  // What a seat is called: as the voice calls it, by name, by colour, or by its letter.
  seat(seat) {
    return this.table.names?.[seat] ?? this.texts[`colour_${this.table.colours?.[seat]}`] ?? seat;
  }

  seatName(seat) {
    const who = this.seat(seat);
    return who === seat ? this.say("seat_alone", { seat }) : this.say("seat_colour", { who, seat });
  }

  card(card) {
    return this.texts[`card_${card}`] ?? card;
  }

  // What the game waits for, and from whom
  awaited({ what, seats, can_end }, seat) {
    const who = whose({ what, seats }, seat).map((one) => this.seat(one)).join(this.say("or"));
    return this.say(`await_${what.replace(/_(second|more|either)$/, "")}`, { who }) + (can_end ? this.say("await_done") : "");
  }

  // What a place tells besides who is on it: the hand size of a space, where its arrow points
  notes(notes) {
    return notes.map(({ what, number, seats = [] }) => this.say(`note_${what}`, { n: number, who: seats.map((one) => this.seat(one)).join(this.say("and")) }));
  }

  // A way out of a wrong board: `overrule board`, `overrule stands 05 A`
  way(way) {
    const [verb, what, cell, seat] = way.split(" ");
    return this.say(`way_${verb}_${what}`, cell && seat ? { where: this.field(cell), who: this.seat(seat) } : {});
  }

  field(cell) {
    const place = this.places[cell];
    if (place?.kind === "yard") return this.say("yard_of", { who: this.seat(place.seat) });
    if (place?.kind === "house") return this.say("house_of", { who: this.seat(place.seat), n: place.number });
    return /^\d+$/.test(cell) ? this.say("field_in", { n: String(Number(cell)) }) : cell;
  }

  // What a choice would have done, by its pieces: "5 nach 12"; by its name where it moves none
  choice(action, moved = []) {
    if (!moved.length) return this.texts[`act_${action}`] ?? action;
    const told = moved[0].kind === "swap" ? moved.slice(0, 1) : moved;
    return told.map((one) => {
      const key = { swap: "act_swap", strike: "act_strike", out: "act_open" }[one.kind] ?? "act_move";
      const text = this.say(key, { from: this.field(one.origin), to: this.field(one.target) });
      return /^\d+$/.test(one.face) ? `${text}, ${this.say("face", { n: one.face })}` : text;
    }).join(this.say("act_then"));
  }

  // What a place is called and what is on it, as a screen reader says it.
  place(place, shown, facts) {
    const parts = [this.placeName(place, facts)];
    if (!shown.seat) parts.push(this.say("empty"));
    else if (shown.seat === "?") parts.push(this.say("somebody"));
    else parts.push(this.seat(shown.seat));
    if (shown.seat) parts.push(...shown.marks.map((mark) => this.say(`mark_${mark}`)));
    if (shown.seat && shown.height > 1) parts.push(this.say("stack", { n: shown.height }));
    if (shown.seat && shown.face) parts.push(this.say("face", { n: shown.face }));
    parts.push(...this.notes(facts.notes ?? []));
    if (facts.steps) parts.push(this.say("steps_home", { n: facts.steps }));
    if (shown.diff === "missing") parts.push(this.say("diff_missing", { who: this.seat(shown.wanted) }));
    if (shown.diff === "extra") parts.push(this.say("diff_extra"));
    if (shown.diff === "other") parts.push(this.say("diff_other", { who: this.seat(shown.wanted) }));
    return parts.join(", ");
  }

  placeName(place, facts) {
    if (place.kind === "house") return this.say("house_place", { who: this.seat(place.seat), n: this.places[place.cell].number });
    if (place.kind === "yard") return this.say("yard_place", { who: this.seat(place.seat), n: facts.yardNumber });
    if (place.kind === "space") return this.say("space", { n: place.cell });
    if (place.kind === "square") return this.say("square", { n: place.cell });
    const name = this.say("field", { n: String(Number(place.cell)) });
    return facts.startOf ? `${name}, ${this.say("start_of", { who: this.seat(facts.startOf) })}` : name;
  }
}

export function chooseLanguage(wanted, companion, browser) {
  const known = ["de", "en", "fr"];
  for (const one of [wanted, companion, (browser || "").slice(0, 2)]) if (known.includes(one)) return one;
  return "de";
}
