import { namesCardData, plainName } from "#lib/kernel/card-data.ts";
import { decodeFully } from "#lib/kernel/card-numbers.ts";
import { redact } from "#lib/kernel/log.ts";
import type { KeptBody } from "./types.ts";

/** Nothing is kept of a longer body: parsing and redacting one takes milliseconds, in which nobody else is served. */
export const MOST_KEPT = 16_384;

/** Names whose values are never kept, whatever they are. */
const SECRET =
  /secret|password|passwd|passphrase|authorization|cookie|credential|token$|apikey$|privatekey$/;
/** Objects of which nothing is kept: card data, and the code that a payer's bank shows for one payment. */
const SECRET_OBJECT = /^(?:card|blik|applepay|googlepay)$/;
/** Names of figures of which the last four digits may be known. */
const FIGURE = /^(?:card)?number$|cardnumber$|iban$|accountnumber$|sortcode$|routingnumber$|^bban$/;
/** A file in a body is rows of people's bank accounts. */
const FILE = "file";

/** A token that is a test card's number, right or mistyped. */
const CARD_TOKEN = /\bpm_(test_)?(?=\d{6})[\d -]+(\d{4})\b/g;
/** A secret that is named inside a text, as in a URL or in JSON within JSON. */
const NAMED_SECRET =
  /(?<![a-z])((?:client_?|api_?)?(?:secret|password|passwd|token|key)["'\]]*\s*[:=]\s*["']?)[^\s"'&,;}\]]+/gi;

/** Without one of these neither of the two patterns above finds anything: most texts need one look instead of two. */
const MAY_NAME_SECRET = /secret|passw|token|key|pm_/i;

/** A text of any kind without card data, keys, secrets in URLs and tokens that are card numbers, as it is written
 *  and after decoding. Decoded first: what is found in the encoded text may be the plain half of a number whose other
 *  half is encoded, and would no longer be known for one. */
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

/** A body as it may be kept: parsed, and written anew without card data, security codes, secrets and what
 *  identifies a bank account. Nothing of a body is kept that is too long or cannot be parsed. */
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

/** The plain names in the name of a parameter: of `card[number]` there are two. Indexes are none. */
const partsOf = (name: string) =>
  decodeFully(name)
    .split(/[[\]]+/)
    .map(plainName)
    .filter((part) => part !== "" && !/^\d+$/.test(part));

/** Only what is under `card` is secret, not a parameter that is itself called so. */
const isSecret = (name: string, i: number, names: readonly string[]) =>
  SECRET.test(name) ||
  (SECRET_OBJECT.test(name) && i < names.length - 1) ||
  (namesCardData(name) && !FIGURE.test(name));

function redactNamed(names: readonly string[], value: string | number): string | number {
  const text = String(value);
  if (names.includes(FILE)) return `… (${text.length} characters)`;
  if (FIGURE.test(names.at(-1) ?? "")) return figureIn(text) ?? value;
  const safe = redactText(text);
  return safe === text ? value : safe;
}

/** The last four digits of a figure; nothing of what is no plain figure, whatever it is encoded in. Null for a
 *  number that is too short to identify anything. */
function figureIn(text: string): string | null {
  if (/^\d{1,2}$/.test(text)) return null;
  const plain = text.replace(/[ -]/g, "");
  return /^[A-Z]{0,4}[A-Z\d]{0,30}\d{6}$/.test(plain) ? `…${plain.slice(-4)}` : "…";
}

/** `card[number]=4242…` → `card[number]=…`: every name and value is decoded, redacted and encoded again. */
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

/** Of a longer address nothing is kept but its path: taking 15 KiB of parameters apart takes 12 ms. */
const MOST_READ_ADDRESS = 4_096;
/** The paths of our routes have a tenth of it. Cutting a longer one might cut a number in two, so nothing is kept of it. */
const MOST_READ_PATH = 1_024;

/** A path with its query, as a form is. */
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

/** Escaped as forms are, but readable where reading does no harm. */
const escaped = (text: string) =>
  encodeURIComponent(text.toWellFormed()).replace(
    /%(?:20|5B|5D|E2%80%A6|E2%80%A2|40|3A|2F|2C)/g,
    (sign) => (sign === "%20" ? "+" : decodeURIComponent(sign)),
  );
