type Named = { value: string; label: string };

/** After this pause, typing starts again. */
const PAUSE_MS = 1_000;

/** The text typed on a closed select, and the time of the last key. */
export type Typed = { text: string; atMs: number };

export const NOTHING_TYPED: Typed = { text: "", atMs: Number.NEGATIVE_INFINITY };

/** Adds a key to the typed text. Null for a key that types nothing: a shortcut, or a first space, which opens
 *  the list. `atMs` can count from any time. */
export function typeOn(
  before: Typed,
  press: { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean },
  atMs: number,
): Typed | null {
  if ([...press.key].length !== 1 || press.ctrlKey || press.metaKey || press.altKey) return null;
  const text = (atMs - before.atMs > PAUSE_MS ? "" : before.text) + press.key;
  return text === " " ? null : { text, atMs };
}

/** The option for the typed text, as in native selects: the first that starts with it. A repeated letter cycles
 *  through the options that start with it. Null if there is none. */
export function choiceTyped<C extends Named>(
  choices: readonly C[],
  chosen: string | null,
  text: string,
): C | null {
  const [letter = "", ...more] = text.toLocaleLowerCase();
  const repeats = more.every((other) => other === letter);
  const wanted = repeats ? letter : text.toLocaleLowerCase();
  const at = choices.findIndex(({ value }) => value === chosen);
  // Further letters may still match the current choice.
  const from = repeats ? at + 1 : Math.max(0, at);
  const inTurn = [...choices.slice(from), ...choices.slice(0, from)];
  return inTurn.find(({ label }) => label.toLocaleLowerCase().startsWith(wanted)) ?? null;
}
