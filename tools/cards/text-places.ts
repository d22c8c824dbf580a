import { resolve, type Schema } from "../fuzz/operations.ts";

export type Path = readonly (string | number)[];

const MOST_DEEP = 6;

/** The places of a schema where a valid body can contain text or a number. */
export function placesIn(schema: Schema, path: Path = []): Path[] {
  if (path.length > MOST_DEEP) return [];
  const known = resolve(schema);
  const places = (known.anyOf ?? []).flatMap((one) => placesIn(one, path));
  for (const [name, inner] of Object.entries(known.properties ?? {})) {
    places.push(...placesIn(inner, [...path, name]));
  }
  if (known.items) places.push(...placesIn(known.items, [...path, 0]));
  if (known.additionalProperties) places.push([...path, "note"]);
  const isLeaf = !known.anyOf && !known.properties && !known.items && !known.additionalProperties;
  if (isLeaf && path.length > 0) places.push(path);
  const unique = new Map(places.map((place) => [place.join("\n"), place]));
  return [...unique.values()];
}

/** The places of a body for text or a number. */
export function leavesOf(value: unknown, path: Path = []): Path[] {
  if (value === null || typeof value !== "object") return path.length > 0 ? [path] : [];
  return Object.entries(value).flatMap(([name, inner]) =>
    leavesOf(inner, [...path, Array.isArray(value) ? Number(name) : name]),
  );
}

/** A copy of a body with another value in one place. */
export function planted(body: unknown, [name, ...rest]: Path, value: unknown): unknown {
  if (name === undefined) return value;
  const isObject = body !== null && typeof body === "object";
  if (typeof name === "number") {
    const list = isObject && Array.isArray(body) ? [...body] : [];
    list[name] = planted(list[name], rest, value);
    return list;
  }
  const fields = isObject && !Array.isArray(body) ? (body as Record<string, unknown>) : {};
  return { ...fields, [name]: planted(fields[name], rest, value) };
}
