// The wire to the companion: one WebSocket that comes back by itself, and the things a page can do.

export class Refusal extends Error {
  constructor(body) {
    super(body.message);
    this.body = body;
  }
}

const PATIENCE_MS = 15000;
let turn = Promise.resolve();

// What one page does arrives in the order in which it was done. Only silence waits for nothing.
export function post(path, data) {
  if (data.text === "stop") return send(path, data);
  const done = turn.then(() => send(path, data));
  turn = done.catch(() => {});
  return done;
}

async function send(path, data) {
  let answer;
  try {
    answer = await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(data), signal: AbortSignal.timeout(PATIENCE_MS) });
  } catch {
    throw new Refusal({ code: "away", message: "", hint: "" });
  }
  const body = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Refusal({ code: "internal", message: answer.statusText, ...body });
  return body;
}

export async function get(path) {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}

export class Link {
  constructor({ onNews, onLine }) {
    this.onNews = onNews;
    this.onLine = onLine;
    this.run = "";
    this.n = 0;
    this.pause = 300;
    this.open();
    addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.hurry());
  }

  open() {
    this.timer = null;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.socket = new WebSocket(`${scheme}://${location.host}/ws?since=${this.n}&run=${this.run}`);
    this.socket.onmessage = (message) => this.hear(JSON.parse(message.data));
    this.socket.onclose = () => {
      this.onLine(false);
      this.timer = setTimeout(() => this.open(), this.pause);
      this.pause = Math.min(this.pause * 2, 5000);
    };
  }

  hurry() {
    if (this.timer === null) return;
    clearTimeout(this.timer);
    this.open();
  }

  hear(news) {
    const isNewRun = news.run !== this.run;
    if (isNewRun) this.n = 0;
    this.run = news.run;
    const events = news.events.filter((event) => event.n > this.n);
    if (events.length) this.n = events[events.length - 1].n;
    this.pause = 300;
    this.onLine(true);
    this.onNews({ events, state: news.state, isNewRun });
  }
}
