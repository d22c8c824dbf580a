import { UsageError } from "../exit.ts";

/** A field of an object and its new value. */
export interface Override {
  path: string[];
  value: unknown;
}

/** Reads `payment.amount=5000`. Numbers, booleans, null and JSON are values as such; anything else is text. */
export function readOverride(text: string): Override {
  const [, name = "", value = ""] = /^([\w.]+)=(.*)$/s.exec(text) ?? [];
  const path = name.split(".");
  if (name === "" || path.includes("__proto__")) {
    throw new UsageError("--override has the form OBJECT.PARAM=VALUE.");
  }
  try {
    return { path, value: JSON.parse(value) };
  } catch {
    return { path, value };
  }
}

/** Sets the field, and makes the objects on the way to it. */
export function putOverride(target: Record<string, unknown>, { path, value }: Override): void {
  const [first = "", ...rest] = path;
  if (rest.length === 0) {
    target[first] = value;
    return;
  }
  target[first] ??= {};
  putOverride(target[first] as Record<string, unknown>, { path: rest, value });
}
