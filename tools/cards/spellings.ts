/** Spellings of a card number by people and programs. */

const grouped = (between: string) => (number: string) =>
  number.replace(/(.{4})(?=.)/g, `$1${between}`);
const inScript = (zero: number) => (number: string) =>
  number.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
const percent = (text: string) =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");

export const SPELLINGS: Readonly<Record<string, (number: string) => string>> = {
  plain: (number) => number,
  spaces: grouped(" "),
  "double spaces": grouped("  "),
  tabs: grouped("\t"),
  dots: grouped("."),
  dashes: grouped("-"),
  "en dashes": grouped("–"),
  slashes: grouped("/"),
  underscores: grouped("_"),
  pluses: grouped("+"),
  "no-break spaces": grouped("\u00a0"),
  "zero-width spaces": grouped("\u200b"),
  mixed: (number) =>
    `${number.slice(0, 4)} ${number.slice(4, 8)}-${number.slice(8, 12)}.${number.slice(12)}`,
  halves: (number) => `${number.slice(0, 8)} ${number.slice(8)}`,
  "a half and two quarters": (number) =>
    `${number.slice(0, 8)} ${number.slice(8, 12)} ${number.slice(12)}, 12/30`,
  "uneven groups": (number) =>
    `12/30 ${number.slice(0, 2)}-${number.slice(2, 7)}-${number.slice(7)}, 12:30`,
  "single digits": (number) => [...number].join(" "),
  "full width": inScript(0xff10),
  Arabic: inScript(0x0660),
  Devanagari: inScript(0x0966),
  "mathematical digits": inScript(0x1d7ce),
  "letter before": (number) => `ORD${number}`,
  "letter after": (number) => `${number}x`,
  "in words": (number) => `paid with ${grouped(" ")(number)}, 12/30, thank you`,
  "track 1": (number) => `%B${number}^LINDQVIST/M^3012101000000`,
  "track 2": (number) => `;${number}=30121010000012300001?`,
  "percent signs": percent,
  "percent signs twice": (number) => encodeURIComponent(percent(number)),
  "HTML entities": (number) => number.replace(/\d/g, (digit) => `&#${48 + Number(digit)};`),
  "HTML spaces": grouped("&nbsp;"),
  "percent u": (number) => number.replace(/\d/g, (digit) => `%u003${digit}`),
  "JSON escapes": (number) => number.replace(/\d/g, (digit) => `\\u003${digit}`),
  "JSON in JSON": (number) => JSON.stringify({ card: { number, cvc: "7391" } }),
  "with its code": (number) => `${number} cvc 7391`,
};

type Encoded = { body: string; type: string };
type Encoding = (body: object) => Encoded;

const FORM = "application/x-www-form-urlencoded";
const JSON_TYPE = "application/json";

/** Nested values as pairs: `a[b]=c`. */
function pairsOf(value: unknown, name = ""): [string, string][] {
  if (value === null || typeof value !== "object") return [[name, String(value ?? "")]];
  return Object.entries(value).flatMap(([key, inner]) =>
    pairsOf(inner, name === "" ? key : `${name}[${key}]`),
  );
}

const formOf =
  (encodeName: (text: string) => string, encodeValue: (text: string) => string): Encoding =>
  (body) => ({
    body: pairsOf(body)
      .map(([name, value]) => `${encodeName(name)}=${encodeValue(value)}`)
      .join("&"),
    type: FORM,
  });

const strict = (text: string) => encodeURIComponent(text.toWellFormed());
const withPluses = (text: string) => strict(text).replaceAll("%20", "+");
const rawBrackets = (text: string) => strict(text).replaceAll("%5B", "[").replaceAll("%5D", "]");
const escapedDigits = (text: string) => text.replace(/\d/g, (digit) => `\\u003${digit}`);

/** Encodings of a whole body by client libraries. */
export const ENCODINGS: Readonly<Record<string, Encoding>> = {
  JSON: (body) => ({ body: JSON.stringify(body), type: JSON_TYPE }),
  "JSON with spaces": (body) => ({ body: JSON.stringify(body, null, 2), type: JSON_TYPE }),
  "JSON with escapes": (body) => ({
    body: JSON.stringify(body).replace(/"(?:[^"\\]|\\.)*"/g, (text) =>
      /\\/.test(text) ? text : escapedDigits(text),
    ),
    type: JSON_TYPE,
  }),
  "JSON with numbers": (body) => ({
    body: JSON.stringify(body).replace(/"(\d{12,16})"/g, "$1"),
    type: JSON_TYPE,
  }),
  "JSON cut off": (body) => ({ body: JSON.stringify(body).slice(0, -1), type: JSON_TYPE }),
  "JSON named twice": (body) => ({
    body: JSON.stringify(body).replace(/^\{(.*)\}$/s, (_, inner) => `{${inner},${inner}}`),
    type: JSON_TYPE,
  }),
  "form, raw brackets and pluses": formOf(rawBrackets, withPluses),
  "form, strict": formOf(strict, strict),
  "form, every byte": formOf(strict, (text) => percent(text.toWellFormed())),
  "form, encoded twice": formOf(
    (text) => strict(strict(text)),
    (text) => strict(strict(text)),
  ),
  "form, broken": (body) => {
    const { body: form } = formOf(rawBrackets, withPluses)(body);
    return { body: `${form}&a=%zz`, type: FORM };
  },
  "form sent as JSON": (body) => ({ ...formOf(rawBrackets, withPluses)(body), type: JSON_TYPE }),
  "JSON sent as text": (body) => ({ body: JSON.stringify(body), type: "text/plain" }),
};
