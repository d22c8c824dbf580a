import { namesCardData, plainName } from "#lib/kernel/card-data.ts";
import { decodeFully } from "#lib/kernel/card-numbers.ts";
import { redact } from "#lib/kernel/log.ts";
import type { KeptBody } from "./types.ts";

/** Longer bodies are not kept: parsing and redacting one would block the event loop for milliseconds. */
export const MOST_KEPT = 16_384;

/** Names whose values are never kept. */
const SECRET =
  /secret|password|passwd|passphrase|authorization|cookie|credential|token$|apikey$|privatekey$/;
/** Objects whose contents are never kept: card data, BLIK codes, and the own headers of endpoints. */
const SECRET_OBJECT = /^(?:card|blik|applepay|googlepay|headers)$/;
/** Names of numbers of which the last four digits are kept. */
const FIGURE = /^(?:card)?number$|cardnumber$|iban$|accountnumber$|sortcode$|routingnumber$|^bban$/;
/** A payout batch file holds bank accounts. */
const FILE = "file";

/** A token that contains a test card's number, valid or mistyped. */
const CARD_TOKEN = /\bpm_(test_)?(?=\d{6})[\d -]+(\d{4})\b/g;
/** A named secret inside a text, as in a URL or in JSON within JSON. */
const NAMED_SECRET =
  /(?<![a-z])((?:client_?|api_?)?(?:secret|password|passwd|token|key)["'\]]*\s*[:=]\s*["']?)[^\s"'&,;}\]]+/gi;

/** A cheap test first: without a match neither pattern above can match. */
const MAY_NAME_SECRET = /secret|passw|token|key|pm_/i;

/** Removes card data, keys, secrets in URLs and tokens with card numbers from any text, encoded or not. Works on the
 *  decoded text first: in the encoded text it could remove the plain half of a number and then not recognise the
 *  encoded half. */
export function redactText(text: string): string {
  const decoded = decodeFully(text);
  const safeDecoded = redactWritten(decoded);
  if (safeDecoded !== decoded) return redactText(safeDecoded);
  const safe = decoded === text ? text : redactWritten(text);
  return safe === text ? text : redactText(safe);
}

function redactWritten(text: string): string {
  const safe = redact(text);
  if (!MAY_NAME_SECRET.test(safe)) return safe;
  return safe
    .replace(NAMED_SECRET, "$1…")
    .replace(CARD_TOKEN, (_, test = "", end) => `pm_${test}…${end}`);
}

/** Parses a body and writes it again without card data, security codes, secrets and bank account numbers. `text` is null
 *  for a body that is too long or cannot be parsed. */
export function redactBody(text: string, isForm = false): KeptBody {
  const bytes = Buffer.byteLength(text);
  const safe = bytes > MOST_KEPT ? null : isForm ? redactForm(text) : redactJson(text);
  return { text: safe, bytes, cut: safe === null };
}

function redactJson(text: string): string | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  return JSON.stringify(redactValue([], value));
}

function redactValue(names: readonly string[], value: unknown): unknown {
  if (value === null || typeof value === "boolean") return value;
  if (names.some(isSecret)) return "…";
  if (typeof value !== "object") return redactNamed(names, value as string | number);
  if (Array.isArray(value)) return value.map((inner) => redactValue(names, inner));
  const entries = Object.entries(value).map(([name, inner]) => [
    redactText(name),
    redactValue([...names, ...partsOf(name)], inner),
  ]);
  return Object.fromEntries(entries);
}

/** The plain names in a parameter's name: `card[number]` has two. Indexes do not count. */
const partsOf = (name: string) =>
  decodeFully(name)
    .split(/[[\]]+/)
    .map(plainName)
    .filter((part) => part !== "" && !/^\d+$/.test(part));

/** The fields of a `card` object are secret, but not a parameter named `card` itself. */
const isSecret = (name: string, i: number, names: readonly string[]) =>
  SECRET.test(name) ||
  (SECRET_OBJECT.test(name) && i < names.length - 1) ||
  (namesCardData(name) && !FIGURE.test(name));

function redactNamed(names: readonly string[], value: string | number): string | number {
  // Only the first digits of a longer number are left, and the check digit is not.
  if (typeof value === "number" && Math.abs(value) > Number.MAX_SAFE_INTEGER) return "…";
  const text = String(value);
  if (names.includes(FILE)) return `… (${text.length} characters)`;
  if (FIGURE.test(names.at(-1) ?? "")) return figureIn(text) ?? value;
  const safe = redactText(text);
  return safe === text ? value : safe;
}

/** The last four digits of a plain number, else only "…". Null for one or two digits, which identify nothing. */
function figureIn(text: string): string | null {
  if (/^\d{1,2}$/.test(text)) return null;
  const plain = text.replace(/[ -]/g, "");
  return /^[A-Z]{0,4}[A-Z\d]{0,30}\d{6}$/.test(plain) ? `…${plain.slice(-4)}` : "…";
}

/** Decodes, redacts and encodes every name and value: `card[number]=4242…` becomes `card[number]=…`. */
function redactForm(text: string): string {
  return text
    .split("&")
    .map((pair) => {
      const [name = "", value] = pair.split(/=(.*)/s).map(unescaped);
      const shown = escaped(redactText(name));
      if (value === undefined) return shown;
      const names = partsOf(name);
      const safe = names.some(isSecret) ? "…" : redactNamed(names, value);
      return `${shown}=${escaped(String(safe))}`;
    })
    .join("&");
}

/** Only the path of a longer address is kept: parsing 15 KiB of parameters takes 12 ms. */
const MOST_READ_ADDRESS = 4_096;
/** Longer paths are not kept at all, since cutting could split a number. Our routes need a tenth of it. */
const MOST_READ_PATH = 1_024;

/** Redacts a path, and its query as a form. */
export function redactPath(path: string): string {
  const start = path.indexOf("?");
  if (path.length > MOST_READ_ADDRESS) {
    const bare = start < 0 ? path : path.slice(0, start);
    return bare.length > MOST_READ_PATH ? "…" : `${redactText(bare)}?…`;
  }
  if (start < 0) return redactText(path);
  return `${redactText(path.slice(0, start))}?${redactForm(path.slice(start + 1))}`;
}

function unescaped(text: string): string {
  const spaced = text.replaceAll("+", " ");
  try {
    return decodeURIComponent(spaced);
  } catch {
    return decodeFully(spaced);
  }
}

/** Encodes as forms do, but leaves harmless signs readable. */
const escaped = (text: string) =>
  encodeURIComponent(text.toWellFormed()).replace(
    /%(?:20|5B|5D|E2%80%A6|E2%80%A2|40|3A|2F|2C)/g,
    (sign) => (sign === "%20" ? "+" : decodeURIComponent(sign)),
  );
