// The voice of the table, as everybody hears it: shown as the companion tells it, changed by saying so.

const fields = () => document.querySelectorAll("#table-voice [data-speech]");

export function bindSpeaking(onSay) {
  for (const node of fields()) {
    node.addEventListener("change", () => {
      const name = node.dataset.speech, value = node.value.trim();
      if (value && node.checkValidity()) onSay(name === "language" ? `language ${value}` : `speech ${name} ${value}`);
      else node.reportValidity();
    });
  }
}

// What somebody is just typing is left alone.
export function showSpeaking(state) {
  const values = { ...state.voice, language: state.language };
  document.getElementById("table-voice").hidden = !state.voice;
  for (const node of fields()) {
    const value = String(values[node.dataset.speech] ?? "");
    if (node !== document.activeElement && node.value !== value) node.value = value;
  }
}
