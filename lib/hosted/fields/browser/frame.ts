import { FIELD_NAMES } from "./card-state.ts";
// The page inside the frame, on our origin. Card data leaves it once, to our own API; the merchant's page gets a
// token.

import { now } from "#lib/kernel/clock.ts";
import { readAppearance } from "./appearance.ts";
import { brandOf } from "./brands.ts";
import { type Fault, type FieldName, stateOf, type Typed } from "./card-state.ts";
import type { FieldParams, FromFrame, Outcome, Setup, ToFrame } from "./messages.ts";
import { randomKey, tokenise } from "./tokenise.ts";
import {
  afterEdit,
  digitsOf,
  formatCode,
  formatExpiry,
  formatNumber,
  regroupExpiry,
} from "./typing.ts";

type Facts = { label: Record<string, string>; version: string };

const LONGEST_WISH = 60;
const TLS_NEEDED = "A live key works on https pages only.";

const byId = <T extends HTMLElement>(id: string) => document.getElementById(id) as T;
const { label, version } = JSON.parse(byId("facts").textContent ?? "") as Facts;
const inputs = {
  number: byId<HTMLInputElement>("number"),
  expiry: byId<HTMLInputElement>("expiry"),
  cvc: byId<HTMLInputElement>("cvc"),
};
const shownBefore: Typed = { number: "", expiry: "", cvc: "" };
const done = { number: false, expiry: false, cvc: false };
/** The server's error for a field, until the payer changes it. */
const refusedBy: Partial<Record<FieldName, string>> = {};

let port: MessagePort | null = null;
let key = "";
let pageOrigin = "";
/** One key per input, so that a repeat after a lost response creates no second token. */
let idempotencyKey = "";
let underWay: Promise<Outcome> | null = null;

const tell = (message: FromFrame) => port?.postMessage(message);
const typed = (): Typed => ({
  number: inputs.number.value,
  expiry: inputs.expiry.value,
  cvc: inputs.cvc.value,
});

function show(): void {
  const state = stateOf(typed(), done, now());
  for (const name of FIELD_NAMES) {
    const fault: Fault | null = state.fields[name].error;
    const text = refusedBy[name] ?? (fault ? (label[fault] ?? "") : "");
    inputs[name].setAttribute("aria-invalid", String(text !== ""));
    const place = byId(`${name}-error`);
    if (place.textContent !== text) place.textContent = text;
  }
  const brand = brandOf(digitsOf(inputs.number.value));
  byId("brand").textContent = brand.name === "unknown" ? "" : brand.label;
  tell({ type: "change", state });
}

function onInput(name: FieldName, event: Event): void {
  const input = inputs[name];
  const kind = (event as InputEvent).inputType ?? "";
  const direction = !kind.startsWith("delete")
    ? null
    : kind.endsWith("Forward")
      ? "forward"
      : "backward";
  const format = (text: string): string => {
    if (name === "number") return formatNumber(text);
    if (name === "cvc") return formatCode(text, inputs.number.value);
    return direction ? regroupExpiry(text) : formatExpiry(text);
  };
  const edited = { text: input.value, caret: input.selectionStart ?? input.value.length };
  const { text, caret } = afterEdit(shownBefore[name], edited, format, direction);
  if (text !== input.value) input.value = text;
  if (document.activeElement === input) input.setSelectionRange(caret, caret);
  const hasChanged = text !== shownBefore[name];
  shownBefore[name] = text;
  if (name === "number") onInputOfCode();
  delete refusedBy[name];
  // No error while the payer is correcting a field; it is checked again on leaving.
  if (hasChanged) done[name] = false;
  startAnew();
  show();
}

function startAnew(): void {
  idempotencyKey = "";
  underWay = null;
}

/** Another scheme can have a shorter code. */
function onInputOfCode(): void {
  const code = formatCode(inputs.cvc.value, inputs.number.value);
  inputs.cvc.value = code;
  shownBefore.cvc = code;
}

function listen(name: FieldName): void {
  const input = inputs[name];
  input.addEventListener("input", (event) => onInput(name, event));
  input.addEventListener("focus", () => tell({ type: "focus", field: name }));
  input.addEventListener("blur", () => {
    done[name] = input.value !== "";
    show();
    tell({ type: "blur", field: name });
  });
}

/** Calls share one attempt, and its token, until the payer changes something. */
function tokeniseOnce(): Promise<Outcome> {
  for (const name of FIELD_NAMES) done[name] = true;
  show();
  const { fields } = stateOf(typed(), done, now());
  const wrong = FIELD_NAMES.find((name) => fields[name].error);
  const isSafe = pageOrigin.startsWith("https:") && location.protocol === "https:";
  if (key.startsWith("pk_live_") && !isSafe) {
    return Promise.resolve(refuse("tls_required", TLS_NEEDED));
  }
  if (wrong) {
    inputs[wrong].focus();
    const code = fields[wrong].error as Fault;
    return Promise.resolve(refuse(code, label[code] ?? "", wrong));
  }
  idempotencyKey ||= randomKey(crypto.getRandomValues(new Uint16Array(8)));
  underWay ??= send();
  return underWay;
}

const refuse = (code: string, message: string, field?: FieldName): Outcome => ({
  error: { type: "validation_error", code, message, field, retryable: false },
});

async function send(): Promise<Outcome> {
  const sent = idempotencyKey;
  const outcome = await tokenise({
    key,
    idempotencyKey,
    version,
    typed: typed(),
    label: label as never,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    send: (path, init) => fetch(path, init),
  });
  const { error } = outcome;
  // The input changed meanwhile, so the error below would be about other digits.
  if (!error || sent !== idempotencyKey) return outcome;
  underWay = null;
  if (error.retryable) return outcome;
  idempotencyKey = "";
  if (error.field) {
    refusedBy[error.field] = error.message;
    inputs[error.field].focus();
    show();
  }
  return outcome;
}

const paramsOf = (params: unknown, name: FieldName): FieldParams =>
  (params as Partial<Record<FieldName, FieldParams>> | null | undefined)?.[name] ?? {};

/** Sets texts as text, so a merchant's labels cannot become markup. */
function setUp({ key: given, appearance, fields }: Setup): string[] {
  key = given;
  const { theme, labels, properties, refused } = readAppearance(appearance);
  const root = document.documentElement;
  root.dataset.theme = theme;
  root.dataset.labels = labels;
  root.removeAttribute("style");
  for (const [name, value] of properties) root.style.setProperty(name, value);
  for (const name of FIELD_NAMES) {
    const { label, placeholder } = paramsOf(fields, name);
    if (typeof label === "string" && label.trim()) {
      byId(`${name}-label`).textContent = label.slice(0, LONGEST_WISH);
    }
    if (typeof placeholder === "string") {
      inputs[name].placeholder = placeholder.slice(0, LONGEST_WISH);
    }
  }
  return refused;
}

function clear(): void {
  for (const name of FIELD_NAMES) {
    inputs[name].value = "";
    shownBefore[name] = "";
    done[name] = false;
    delete refusedBy[name];
  }
  startAnew();
  show();
}

function receive(message: ToFrame): void {
  if (message.type === "setup") {
    const isFirst = key === "";
    const refused = setUp(message);
    tell({ type: isFirst ? "ready" : "refused", refused });
    show();
  } else if (message.type === "tokenise") {
    const { call } = message;
    void tokeniseOnce().then((outcome) => tell({ type: "outcome", call, outcome }));
  } else if (message.type === "focus") inputs[message.field]?.focus();
  else if (message.type === "clear") clear();
}

/** Lets one page set the fields up, once: the parent of this frame, which knows the channel in our URL. Everything
 * later uses the port that this message carries. */
function onHello(event: MessageEvent): void {
  const channel = location.hash.slice(1);
  if (port || event.source !== parent || parent === window) return;
  const [given] = event.ports;
  const named = (event.data as { paydesk?: unknown } | null)?.paydesk;
  if (!given || channel.length < 16 || named !== channel) return;
  port = given;
  pageOrigin = event.origin;
  port.onmessage = ({ data }) => receive(data as ToFrame);
  new ResizeObserver(() => {
    tell({ type: "height", height: Math.ceil(byId("card").getBoundingClientRect().height) });
  }).observe(byId("card"));
}

for (const name of FIELD_NAMES) listen(name);
byId("card").addEventListener("submit", (event) => {
  event.preventDefault();
  tell({ type: "submit" });
});
window.addEventListener("message", onHello);
