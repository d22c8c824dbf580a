/** `["card", "number"]` → `card[number]`: how a parameter is called in errors, as in form bodies. */
export function bracketPath(path: readonly PropertyKey[]): string {
  const [first, ...rest] = path;
  if (first === undefined) return "";
  return String(first) + rest.map((part) => `[${String(part)}]`).join("");
}
