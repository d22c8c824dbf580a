type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  value !== null && typeof value === "object" && !Array.isArray(value);

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Names of existing states of a golden file that would change. */
export function changedStates(before: Fields, after: Fields): string[] {
  return Object.keys(before).filter((name) => !isSame(before[name], after[name]));
}

/** Whether every value of `before` is also in `after`, so that only fields were added. */
export function onlyAdds(before: unknown, after: unknown): boolean {
  if (isFields(before) && isFields(after)) {
    return Object.keys(before).every(
      (name) => name in after && onlyAdds(before[name], after[name]),
    );
  }
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
    return before.every((item, index) => onlyAdds(item, after[index]));
  }
  return isSame(before, after);
}

/** The kinds of the innermost objects that differ. A value outside any object with a kind counts as `kind`. */
export function differingKinds(before: unknown, after: unknown, kind: string): Set<string> {
  if (isSame(before, after)) return new Set();
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
    return union(before.map((item, index) => differingKinds(item, after[index], kind)));
  }
  if (!isFields(before) || !isFields(after)) return new Set([kind]);
  const own = typeof before.object === "string" ? before.object : kind;
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const inner = [...names].map((name) => differingKinds(before[name], after[name], own));
  // The order of fields is part of a released shape.
  return union(inner.some(({ size }) => size > 0) ? inner : [new Set([own])]);
}

function union(sets: readonly Set<string>[]): Set<string> {
  return new Set(sets.flatMap((set) => [...set]));
}
