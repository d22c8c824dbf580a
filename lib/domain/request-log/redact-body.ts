import { holdsCardNumber } from "#lib/kernel/card-numbers.ts";
import { redact } from "#lib/kernel/log.ts";
import type { KeptBody } from "./types.ts";

/** More of a body than this is not kept. */
export const MOST_KEPT = 16_384;
/** Longer ones are not taken apart; what is kept of them is its beginning. */
export const MOST_READ = 65_536;

/** Names whose values are never kept, whatever they hold. */
const SECRET =
  /^(?:cvc2?|cvv2?|csc|cid|card[ _-]?(?:cvc2?|cvv2?)|security[ _-]?code|pan|password|passwd|secret|client_secret|token|client_token|authorization|api[_-]?key|private[_-]?key)$/i;
/** Names of figures of which the last four may be known. */
const FIGURE =
  /^(?:number|card[ _-]?number|iban|account[ _-]?number|sort[ _-]?code|routing[ _-]?number)$/i;
/** A file in a body is rows of people's bank accounts. */
const FILE = "file";
/** A code that a payer's bank shows them for this one payment. */
const ONE_TIME = /^blik$/i;

/** A token that is a test card's number, well typed or not, and any long figure. */
const CARD_TOKEN = /\bpm_(test_)?(?=\d{6})[\d -]+(\d{4})\b/g;
const LONG_FIGURE = /(?<![\p{L}\d])\d(?:[ -]?\d){11,}/gu;

/** What a body must have before anything needs to be taken out of it. Almost none has. */
const SUSPECT =
  /\d[\d -]{10}|\\u|[^\x20-\x7e\s]|_test_|_live_|whsec_|bearer|basic |:\/\/[^/\s"]*@|"[\w -]{0,40}(?:cvc|cvv|csc|cid|code|number|pan|passw|secret|token|key|auth|iban|file|blik)[\w -]{0,40}"\s*:/i;

const lastFour = (text: string) => `…${text.replace(/\W/g, "").slice(-4)}`;

/** A text of any kind: tokens that are card numbers, our keys, credentials in addresses, card numbers. */
export function redactText(text: string): string {
  if (!SUSPECT.test(text)) return text;
  const plain = redact(text.replace(CARD_TOKEN, (_, test = "", end) => `pm_${test}…${end}`));
  // Written in other digits, or otherwise so that only a person reads it.
  return holdsCardNumber(plain) ? "…" : plain;
}

/** A body as it may be kept: without card data, security codes, secrets and what identifies a bank account. */
export function redactBody(text: string, isForm = false): KeptBody {
  const bytes = Buffer.byteLength(text);
  const whole = bytes <= MOST_READ;
  const safe = whole ? (isForm ? redactForm(text) : redactJson(text)) : redactUnread(text);
  const cut = !whole || safe.length > MOST_KEPT;
  return { text: cut ? safe.slice(0, MOST_KEPT).toWellFormed() : safe, bytes, cut };
}

function redactJson(text: string): string {
  if (!SUSPECT.test(text)) return text;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return redactUnread(text);
  }
  return JSON.stringify(redactValue(value, ""));
}

function redactValue(value: unknown, name: string): unknown {
  if (typeof value === "string" || typeof value === "number") return redactNamed(name, value);
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map((inner) => redactValue(inner, name));
  const named = Object.entries(value).map(([inner, held]) => [
    redactText(inner),
    ONE_TIME.test(name) ? "…" : redactValue(held, inner),
  ]);
  return Object.fromEntries(named);
}

function redactNamed(name: string, value: string | number): string | number {
  const text = String(value);
  if (SECRET.test(name)) return "…";
  if (name === FILE) return `… (${text.length} characters)`;
  if (FIGURE.test(name) && /\d{4}/.test(text)) return lastFour(text);
  const safe = redactText(text);
  return safe === text ? value : safe;
}

/** `card[number]=4242…` → `card[number]=…4242`, everything else as it was. */
function redactForm(text: string): string {
  if (!text.includes("%") && !SUSPECT.test(`"${text.replaceAll(/[&=[\]]+/g, '":')}`)) return text;
  return text
    .split("&")
    .map((pair) => {
      const [name = "", value] = pair.split(/=(.*)/s).map(unescaped);
      const path = name.split(/[[\]]+/).filter(Boolean);
      const last = path.findLast((part) => !/^\d+$/.test(part)) ?? "";
      const hidden = path.slice(0, -1).some((part) => ONE_TIME.test(part));
      if (value === undefined) return escaped(redactText(name));
      const safe = hidden ? "…" : String(redactNamed(last, value));
      return safe === value && redactText(name) === name
        ? pair
        : `${escaped(redactText(name))}=${escaped(safe)}`;
    })
    .join("&");
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}

/** Escaped as forms are, but readable where reading does no harm. */
const escaped = (text: string) =>
  encodeURIComponent(text).replace(/%(?:5B|5D|E2%80%A6|40|3A|2F)/g, (sign) =>
    decodeURIComponent(sign),
  );

const NAMED_SECRET =
  /(["']?[\w-]{0,40}(?:cvc2?|cvv2?|csc|cid|security_?code|password|secret|token)["'\]]*\s*[:=]\s*)("[^"]*"?|'[^']*'?|[^\s,&}\]]+)/gi;

/** What cannot be taken apart is taken out generously: any long figure, and what stands after the name of a
 *  secret. */
function redactUnread(text: string): string {
  const head = Buffer.from(text.slice(0, MOST_KEPT)).toString();
  return redactText(head)
    .replace(NAMED_SECRET, "$1…")
    .replace(LONG_FIGURE, (figure) => lastFour(figure));
}
