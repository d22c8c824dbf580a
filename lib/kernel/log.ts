import { maskCardData } from "./card-numbers.ts";
import { now } from "./clock.ts";
import { env, type LogLevel } from "./env.ts";
import { defineCounter } from "./figures.ts";

export type LogFields = Readonly<Record<string, unknown>>;

const ORDER: Record<LogLevel, number> = { debug: 10, info: 20, warn: 30, error: 40, silent: 99 };
const COLOUR: Record<string, string> = { debug: "90", info: "36", warn: "33", error: "31" };

const SECRET_NAME =
  /^(password|passwd|secret|token|authorization|cookie|set-cookie|api_?key|master_?key|cvc|cvv|pan|private_?key|number)$|(_secret|_token|_password|Secret|Token|Password)$/i;
/** Also matches secrets in which a card number was masked before. */
const OUR_SECRETS = /(?<![0-9A-Za-z])((?:sk|pk)_(?:test|live)_|pm_test_|whsec_)([\w…•-]+)/g;
const BEARER = /\b(Bearer|Basic)\s+[\w.~+/=-]+/gi;
const URL_PASSWORD = /(\b[a-z][a-z0-9+.-]*:\/\/[^\s:/@]*:)[^\s@/]+@/gi;
/** A cheap test first: without a match none of the three patterns above can match. */
const MAY_HOLD_SECRET = /[sp]k_|pm_|whsec_|bearer|basic|:\/\//i;

/** Removes keys, signing secrets, credentials and card data from a text. Keeps the last four digits of a card number, for
 *  support. Masks card data first: a secret's pattern could end inside a number and hide it. */
export function redact(text: string): string {
  const safe = maskCardData(text);
  return MAY_HOLD_SECRET.test(safe) ? redactSecrets(safe) : safe;
}

const redactSecrets = (text: string) =>
  text
    .replace(OUR_SECRETS, (_, prefix: string, rest: string) =>
      rest.length > 8 || rest.startsWith("…") ? `${prefix}…${rest.slice(-4)}` : `${prefix}…`,
    )
    .replace(BEARER, "$1 …")
    .replace(URL_PASSWORD, "$1…@");

/** The beginning of a caller's text for an error message, redacted before it is cut. */
export function excerpt(text: string, most: number): string {
  const safe = redact(text);
  return safe.length > most ? `${safe.slice(0, most).toWellFormed()}…` : safe.toWellFormed();
}

/** Removes the values of a query from the query builder's errors: personal data, hashes, session tokens. */
function withoutValues({ message }: Error): string {
  return message.startsWith("Failed query: ") ? (message.split("\nparams: ")[0] ?? "") : message;
}

function describeError(error: Error, depth: number): Record<string, unknown> {
  const { code, cause } = error as Error & { code?: unknown };
  // The stack repeats the message. Redact it separately, so that a card number there does not mask line numbers.
  const message = redact(withoutValues(error));
  return {
    name: error.name,
    message,
    ...(code === undefined ? {} : { code }),
    ...(error.stack ? { stack: redact(error.stack.replace(error.message, () => message)) } : {}),
    ...(cause === undefined ? {} : { cause: clean(cause, depth + 1) }),
  };
}

/** A copy of a value that is safe to print: secrets redacted, depth capped, every type JSON. */
function clean(value: unknown, depth = 0): unknown {
  if (typeof value === "string") return redact(value);
  if (typeof value === "bigint") return value.toString();
  if (typeof value === "function" || typeof value === "symbol") return undefined;
  if (value === null || typeof value !== "object") return value;
  if (depth > 5) return "…";
  if (value instanceof Error) return describeError(value, depth);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (ArrayBuffer.isView(value)) return `<${value.byteLength} bytes>`;
  if (Array.isArray(value)) return value.slice(0, 100).map((item) => clean(item, depth + 1));
  if (value instanceof Map || value instanceof Set) return clean([...value], depth);
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      SECRET_NAME.test(name) && inner != null ? "…" : clean(inner, depth + 1),
    ]),
  );
}

/** One record as one line of JSON. Exported for tests. */
export function formatLine(
  at: Date,
  level: Exclude<LogLevel, "silent">,
  message: string,
  fields: LogFields,
): string {
  const safe = clean(fields) as Record<string, unknown>;
  return JSON.stringify({ time: at.toISOString(), level, message: redact(message), ...safe });
}

function formatPretty(at: Date, level: string, message: string, fields: LogFields): string {
  const { component, ...rest } = clean(fields) as Record<string, unknown>;
  const stacks: string[] = [];
  const label = Object.entries(rest).map(([name, value]) => {
    const stack = (value as { stack?: unknown } | null)?.stack;
    if (typeof stack === "string") {
      stacks.push(stack.replace(/^/gm, "    "));
      return `${name}=${(value as { message?: string }).message ?? ""}`;
    }
    return `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`;
  });
  const paint = (code: string | undefined, text: string) => `\x1b[${code}m${text}\x1b[0m`;
  const head = `${paint("90", at.toISOString().slice(11, 23))} ${paint(COLOUR[level], level.padEnd(5))}`;
  const source = typeof component === "string" ? paint("35", `${component}: `) : "";
  const line = `${head} ${source}${redact(message)} ${paint("90", label.join(" "))}`.trimEnd();
  return [line, ...stacks].join("\n");
}

export interface Logger {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  /** A logger that adds `fields` to every record. */
  child(fields: LogFields): Logger;
}

const lostLines = defineCounter(
  "paydesk_log_lines_lost_total",
  "Lines of this process's log that could not be written.",
  [{}],
);

const lines = defineCounter<"level">(
  "paydesk_log_lines_total",
  "Lines of this process's log by level.",
  [{ level: "warn" }, { level: "error" }],
);

/** Lines that could not be written since the last one that could. */
let lost = 0;
let listening = false;

/** Writes a line. A log that cannot be written (a full disk, a reader that is gone) must not end the process: without a
 * listener its error would be uncaught. */
function writeLine(line: string): void {
  if (!listening) process.stderr.on("error", () => {});
  listening = true;
  process.stderr.write(`${line}\n`, (error) => {
    if (error) {
      lost++;
      lostLines.add({});
    } else if (lost > 0) reportLost();
  });
}

function reportLost(): void {
  const count = lost;
  lost = 0;
  log.error("log lines could not be written", { lines: count });
}

function createLogger(bound: LogFields): Logger {
  const write = (level: Exclude<LogLevel, "silent">) => (message: string, fields?: LogFields) => {
    if (ORDER[level] < ORDER[env.logLevel]) return;
    lines.add({ level });
    const at = now();
    const format = process.stderr.isTTY ? formatPretty : formatLine;
    // Standard error: commands print one JSON object on standard output.
    writeLine(format(at, level, message, { ...bound, ...fields }));
  };
  return {
    debug: write("debug"),
    info: write("info"),
    warn: write("warn"),
    error: write("error"),
    child: (fields) => createLogger({ ...bound, ...fields }),
  };
}

/** Structured log: one JSON line per record, or a readable line on a terminal. Pass errors as a field:
 *  `log.error("dispatch failed", { error })`. Redacts secrets by name and by form. */
export const log: Logger = createLogger({});
