// The queries and predicates of Hurl: what to read from a response and what its value must be.

export type Answer = {
  status: number;
  headers: ReadonlyMap<string, string>;
  text: string;
  durationMs: number;
};

/** The values that a JSONPath finds; supports `$.a.b`, `[0]`, `[-1]`, `[*]`, `['a']` and `[?(@.a=='b')]`. */
export function findJson(root: unknown, path: string): unknown[] {
  const step =
    /\.([\w-]+)|\[(-?\d+)\]|\[\*\]|\['([^']+)'\]|\[\?\(@\.([\w.-]+)\s*==\s*'([^']*)'\)\]/gy;
  step.lastIndex = 1;
  let found: unknown[] = [root];
  while (step.lastIndex < path.length) {
    const match = step.exec(path);
    if (!path.startsWith("$") || !match) throw new Error(`not a path: ${path}`);
    const [all, name, index, quoted, field, wanted] = match;
    const key = name ?? quoted;
    found = found.flatMap((value) => {
      if (all === "[*]") return Array.isArray(value) ? value : Object.values(value ?? {});
      if (index !== undefined)
        return Array.isArray(value) ? value.slice(Number(index)).slice(0, 1) : [];
      if (field !== undefined) {
        const items: unknown[] = Array.isArray(value) ? value : [];
        return items.filter((item) => String(findJson(item, `$.${field}`)[0]) === wanted);
      }
      const held = value !== null && typeof value === "object" && Object.hasOwn(value, key!);
      return held ? [(value as Record<string, unknown>)[key!]] : [];
    });
  }
  return found;
}

const QUERY =
  /^(?:(status|body|bytes|duration)|(header|jsonpath) "((?:[^"\\]|\\.)*)")((?: (?:count|first|nth -?\d+|regex \/(?:[^/\\]|\\.)+\/|toInt))*)(?: (.+))?$/;

/** Evaluates a query such as `jsonpath "$.id"` or `header "Retry-After" toInt`; its value is undefined if absent.
 * Also returns the rest of the text, the predicate. */
export function takeValue(answer: Answer, text: string): { value: unknown; predicate: string } {
  const [, plain, kind, argument = "", filters = "", predicate = ""] = QUERY.exec(text) ?? [];
  if (!plain && !kind) throw new Error(`not a query: ${text}`);
  let value = rawValue(answer, plain ?? kind!, argument.replaceAll('\\"', '"'));
  for (const [filter] of filters.matchAll(
    /count|first|nth -?\d+|regex \/(?:[^/\\]|\\.)+\/|toInt/g,
  )) {
    value = filtered(value, filter);
  }
  return { value, predicate };
}

function rawValue(answer: Answer, kind: string, argument: string): unknown {
  if (kind === "status") return answer.status;
  if (kind === "body") return answer.text;
  if (kind === "bytes") return Buffer.byteLength(answer.text);
  if (kind === "duration") return answer.durationMs;
  if (kind === "header") return answer.headers.get(argument.toLowerCase());
  const found = findJson(JSON.parse(answer.text), argument);
  return /\[\*\]|\[\?/.test(argument) ? found : found[0];
}

function filtered(value: unknown, filter: string): unknown {
  if (filter === "count") return Array.isArray(value) ? value.length : undefined;
  if (filter === "first") return Array.isArray(value) ? value[0] : undefined;
  if (filter === "toInt") return Number.parseInt(String(value), 10);
  if (filter.startsWith("nth ")) {
    return Array.isArray(value) ? value.at(Number(filter.slice("nth ".length))) : undefined;
  }
  const pattern = new RegExp(filter.slice("regex /".length, -1));
  const [whole, group = whole] = pattern.exec(String(value)) ?? [];
  return group;
}

const IS: Readonly<Record<string, (value: unknown) => boolean>> = {
  exists: (value) => value !== undefined,
  isEmpty: (value) => (value as { length?: number })?.length === 0,
  isInteger: (value) => Number.isInteger(value),
  isString: (value) => typeof value === "string",
  isBoolean: (value) => typeof value === "boolean",
  isCollection: (value) => value !== null && typeof value === "object",
  isList: (value) => Array.isArray(value),
  isIsoDate: (value) =>
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/.test(String(value)),
};

/** Whether a value satisfies a predicate such as `== "card"`, `matches /^pay_/`, `not exists`, `>= 1`. */
export function meets(value: unknown, predicate: string): boolean {
  if (predicate.startsWith("not ")) return !meets(value, predicate.slice("not ".length));
  const test = IS[predicate];
  if (test) return test(value);
  const [, word, argument = ""] = /^(\S+) (.+)$/.exec(predicate) ?? [];
  if (word === "matches")
    return new RegExp(argument.slice(1, argument.lastIndexOf("/"))).test(String(value));
  const wanted: unknown = JSON.parse(argument);
  switch (word) {
    case "==":
      return JSON.stringify(value) === JSON.stringify(wanted);
    case "!=":
      return JSON.stringify(value) !== JSON.stringify(wanted);
    case ">":
      return (value as number) > (wanted as number);
    case ">=":
      return (value as number) >= (wanted as number);
    case "<":
      return (value as number) < (wanted as number);
    case "<=":
      return (value as number) <= (wanted as number);
    case "startsWith":
      return String(value).startsWith(String(wanted));
    case "endsWith":
      return String(value).endsWith(String(wanted));
    case "contains":
      return Array.isArray(value)
        ? value.includes(wanted)
        : String(value ?? "").includes(String(wanted));
    default:
      throw new Error(`not a predicate: ${predicate}`);
  }
}
