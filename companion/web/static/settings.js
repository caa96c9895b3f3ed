// What a person likes: kept in this browser only.

const KEY = "tastkreis";
const DEFAULTS = { seat: "", language: "", size: "", look: "", speak: false, announce: true, shortcuts: true };

export function loadSettings() {
  let kept = {};
  try {
    kept = JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {};
  } catch {
    kept = {};
  }
  const wanted = new URLSearchParams(location.search);
  const settings = { ...DEFAULTS, ...kept };
  if (wanted.get("lang")) settings.language = wanted.get("lang");
  if (/^[A-Za-z]$/.test(wanted.get("seat") ?? "")) settings.seat = wanted.get("seat");
  return settings;
}

export function keepSettings(settings) {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing still plays.
  }
}

export function bindSettings(settings, onChange) {
  const fields = { "my-seat": "seat", language: "language", size: "size", look: "look", speak: "speak", announce: "announce", shortcuts: "shortcuts" };
  for (const [id, name] of Object.entries(fields)) {
    const node = document.getElementById(id);
    const property = node.type === "checkbox" ? "checked" : "value";
    node[property] = settings[name];
    node.addEventListener("change", () => {
      settings[name] = node[property];
      keepSettings(settings);
      applyLook(settings);
      onChange(name);
    });
  }
  applyLook(settings);
  const button = document.getElementById("open-settings"), sheet = document.getElementById("settings");
  button.addEventListener("click", () => {
    sheet.hidden = !sheet.hidden;
    button.setAttribute("aria-expanded", String(!sheet.hidden));
  });
}

function applyLook(settings) {
  document.documentElement.dataset.size = settings.size;
  document.documentElement.dataset.look = settings.look;
}
