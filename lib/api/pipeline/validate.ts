import type { z } from "zod";
import { shownName } from "#lib/kernel/body/check-text.ts";
import { type ApiError, invalid } from "#lib/kernel/errors.ts";

type Issue = z.core.$ZodIssue;

/** The value as its schema has it. Throws `parameter_invalid` for the first thing that is wrong,
 *  naming the parameter. */
export function validate(schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const { issues } = result.error;
  // A misspelt name also leaves the right one missing: the misspelling is the fault to name.
  throw toError(issues.find(({ code }) => code === "unrecognized_keys") ?? issues[0]!, value);
}

function toError(issue: Issue, value: unknown, base: readonly PropertyKey[] = []): ApiError {
  const path = [...base, ...issue.path];
  const param = shownName(path);
  if (issue.code === "unrecognized_keys") {
    const unknown = shownName([...path, issue.keys[0]!]);
    return invalid(unknown, `Unknown parameter: ${unknown}`);
  }
  if (issue.code === "invalid_union") {
    const nearest = nearestOption(issue.errors);
    // An option that got further than the others is the one that was meant.
    if (nearest) return toError(nearest, value, path);
  }
  if (param !== "" && at(value, path) === undefined) {
    return invalid(param, `Missing required parameter: ${param}`);
  }
  return invalid(param, messageOf(issue));
}

function nearestOption(options: readonly (readonly Issue[])[]): Issue | undefined {
  const firsts = options.flatMap((issues) => issues.slice(0, 1));
  const deepest = Math.max(0, ...firsts.map(({ path }) => path.length));
  return deepest === 0 ? undefined : firsts.find(({ path }) => path.length === deepest);
}

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, part) =>
      inner !== null && typeof inner === "object" && Object.hasOwn(inner, part)
        ? (inner as Record<PropertyKey, unknown>)[part]
        : undefined,
    value,
  );
}

function messageOf(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      return `Must be ${nameOfType(issue.expected)}`;
    case "invalid_value":
      return issue.values.length === 1
        ? `Must be ${String(issue.values[0])}`
        : `Must be one of ${issue.values.map(String).join(", ")}`;
    case "too_small":
      return `Must be ${measure(issue.origin)} least ${issue.minimum}${unit(issue.origin)}`;
    case "too_big":
      return `Must be ${measure(issue.origin)} most ${issue.maximum}${unit(issue.origin)}`;
    case "invalid_key": {
      const [inner] = issue.issues;
      return inner
        ? `A key is not possible: ${messageOf(inner as Issue)}`
        : "A key is not possible";
    }
    default:
      return issue.message;
  }
}

const measure = (origin: string) => (origin === "string" || origin === "array" ? "of at" : "at");
const unit = (origin: string) =>
  origin === "string" ? " characters" : origin === "array" ? " entries" : "";

function nameOfType(type: string): string {
  if (type === "int") return "an integer";
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}
