type Named = { label: string; note?: unknown };

/** Entries where each typed word is the beginning of one of their words: `we en` finds "Webhooks: Endpoints". */
export function matching<Item extends Named>(items: readonly Item[], text: string): Item[] {
  const typed = wordsIn(text);
  return items.filter(({ label, note }) => {
    const words = wordsIn(`${label} ${typeof note === "string" ? note : ""}`);
    return typed.length > 0 && typed.every((one) => words.some((word) => word.startsWith(one)));
  });
}

const wordsIn = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}+]+/u)
    .filter(Boolean);
