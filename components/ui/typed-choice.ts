type Named = { value: string; label: string };

/** After this long, a letter begins anew. */
const PAUSE_MS = 1_000;

/** What was typed on a closed select so far, and when last. */
export type Typed = { text: string; atMs: number };

export const NOTHING_TYPED: Typed = { text: "", atMs: Number.NEGATIVE_INFINITY };

/** A key after what was typed before, or null for one that types nothing: of a shortcut, or a space that begins,
 *  which opens the list. `atMs` counts from any moment. */
export function typeOn(
  before: Typed,
  press: { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean },
  atMs: number,
): Typed | null {
  if ([...press.key].length !== 1 || press.ctrlKey || press.metaKey || press.altKey) return null;
  const text = (atMs - before.atMs > PAUSE_MS ? "" : before.text) + press.key;
  return text === " " ? null : { text, atMs };
}

/** The choice that is meant by what is typed, as in browsers' own selects: the first that begins with it. The same
 *  letter again and again goes on through those that begin with it. Null for none. */
export function choiceTyped<C extends Named>(
  choices: readonly C[],
  chosen: string | null,
  text: string,
): C | null {
  const [letter = "", ...more] = text.toLocaleLowerCase();
  const repeats = more.every((other) => other === letter);
  const wanted = repeats ? letter : text.toLocaleLowerCase();
  const at = choices.findIndex(({ value }) => value === chosen);
  // A word that grows may still be the choice that its first letters found.
  const from = repeats ? at + 1 : Math.max(0, at);
  const inTurn = [...choices.slice(from), ...choices.slice(0, from)];
  return inTurn.find(({ label }) => label.toLocaleLowerCase().startsWith(wanted)) ?? null;
}
