import type { z } from "zod";
import { shownName } from "#lib/kernel/body/check-text.ts";
import { type ApiError, invalid } from "#lib/kernel/errors.ts";

type Issue = z.core.$ZodIssue;

/** Validates a value against its schema. Throws `parameter_invalid` with the name of the first invalid parameter. */
export function validate(schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value, { error: messageOf });
  if (result.success) return result.data;
  const { issues } = result.error;
  // A misspelt parameter also leaves the right one missing; the error should name the misspelt one.
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
    // The option that accepted the most of the value is the one the caller meant.
    if (nearest) return toError(nearest, value, path);
  }
  if (param !== "" && at(value, path) === undefined) {
    return invalid(param, `Missing required parameter: ${param}`);
  }
  return invalid(param, messageFor(issue, param));
}

/** The message of a wrong type begins with the name, so that a form's `12.00` is explained where only messages are logged. */
function messageFor(issue: Issue, param: string): string {
  const isNamed = issue.code === "invalid_type" && param !== "" && issue.message.startsWith("Must");
  return isNamed ? `${param} must${issue.message.slice("Must".length)}` : issue.message;
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

/** The message of an issue whose schema has none of its own. */
function messageOf(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case "invalid_type":
      return `Must be ${nameOfType(issue.expected)}`;
    case "invalid_value":
      return issue.values.length === 1
        ? `Must be ${String(issue.values[0])}`
        : `Must be one of ${issue.values.map(String).join(", ")}`;
    case "too_small":
      return `Must ${measure(issue.origin)} least ${issue.minimum}${unit(issue.origin, issue.minimum)}`;
    case "too_big":
      return `Must ${measure(issue.origin)} most ${issue.maximum}${unit(issue.origin, issue.maximum)}`;
    case "invalid_key": {
      const [inner] = issue.issues;
      return inner ? `Has an invalid key: ${inner.message}` : "Has an invalid key";
    }
    default:
      return undefined;
  }
}

const measure = (origin: string) =>
  origin === "string" || origin === "array" ? "have at" : "be at";
const unit = (origin: string, count: number | bigint) => {
  const one = Number(count) === 1;
  if (origin === "string") return one ? " character" : " characters";
  if (origin === "array") return one ? " entry" : " entries";
  return "";
};

function nameOfType(type: string): string {
  // All numbers of requests are integers.
  if (type === "int" || type === "number") return "a whole number in plain digits, such as 12";
  if (type === "boolean") return "true or false";
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}
