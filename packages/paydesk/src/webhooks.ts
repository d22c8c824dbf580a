import type { HeadersLike } from "./core/platform.ts";
import { PaydeskError } from "./errors.ts";
import type { PaydeskEvent } from "./generated/events.ts";
import type { NewestVersion, Version } from "./generated/versions.ts";

export type VerificationProblem =
  | "header_missing"
  | "header_malformed"
  | "timestamp_outside_tolerance"
  | "signature_mismatch"
  | "body_malformed";

/** A webhook is not proven to come from Paydesk: answer 400 and do nothing else with it. */
export class SignatureVerificationError extends PaydeskError {
  override name = "SignatureVerificationError";
  readonly code: VerificationProblem;

  constructor(code: VerificationProblem, message: string) {
    super(message);
    this.code = code;
  }
}

/** The headers of a request: a `Headers` object, or an object of names as Node and most frameworks have it. */
export type WebhookHeaders =
  | HeadersLike
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyOptions {
  /** The secret of the endpoint, or several while one replaces another. One that matches is enough. */
  secret: string | readonly string[];
  /** The largest age, and difference of clocks, in seconds. 300 by default. */
  toleranceSeconds?: number | undefined;
  /** The current time in milliseconds, for tests. */
  nowMs?: number | undefined;
}

const TOLERANCE_SECONDS = 300;
const encoder = new TextEncoder();

type Signed = {
  timestamp: string;
  content: string;
  signatures: string[];
  /** The key and the encoding of this form's signatures. */
  keyOf: (secret: string) => Uint8Array | null;
  decode: (text: string) => Uint8Array | null;
};

/** Verifies the signature of a delivery: `Service-Signature`, or the headers of Standard Webhooks. `body` is the raw
 * body, exactly as it was received: a body that was parsed and written again does not verify. Throws
 * `SignatureVerificationError`. */
export async function verify(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  options: VerifyOptions,
): Promise<void> {
  const forms = signedForms(textOf(body), readerOf(headers));
  if (forms.length === 0) {
    throw new SignatureVerificationError(
      "header_missing",
      "The request has no Service-Signature and no webhook-signature header.",
    );
  }
  const secrets = typeof options.secret === "string" ? [options.secret] : options.secret;
  if (secrets.length === 0 || secrets.some((secret) => !secret)) {
    throw new PaydeskError("A signing secret is required: the one of the endpoint (whsec_…).");
  }
  let problem: unknown;
  for (const form of forms) {
    try {
      checkTime(form.timestamp, options);
      if (await matches(form, secrets)) return;
      problem = new SignatureVerificationError(
        "signature_mismatch",
        "No signature matches. Check the endpoint's secret, and that the body is the raw one.",
      );
    } catch (error) {
      problem = error;
    }
  }
  throw problem;
}

/** Verifies a delivery like `verify` and returns its event. Narrow it by `type`. Name the version that the endpoint is
 * pinned to if it is not the newest: `constructEvent<"2025-04-01">(…)`. */
export async function constructEvent<V extends Version = NewestVersion>(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  options: VerifyOptions,
): Promise<PaydeskEvent<V>> {
  await verify(body, headers, options);
  try {
    return JSON.parse(textOf(body)) as PaydeskEvent<V>;
  } catch {
    throw new SignatureVerificationError("body_malformed", "The body is not JSON.");
  }
}

function signedForms(body: string, read: (name: string) => string | undefined): Signed[] {
  const forms: Signed[] = [];
  const own = read("service-signature");
  if (own !== undefined) {
    const fields = own.split(",").map((field) => field.trim().split("=") as [string, string?]);
    const timestamp = fields.find(([name]) => name === "t")?.[1] ?? "";
    forms.push({
      timestamp,
      content: `${timestamp}.${body}`,
      signatures: fields.flatMap(([name, value]) => (name === "v1" && value ? [value] : [])),
      keyOf: (secret) => encoder.encode(secret),
      decode: fromHex,
    });
  }
  const [id, timestamp, list] = ["id", "timestamp", "signature"].map((name) =>
    read(`webhook-${name}`),
  );
  if (id !== undefined && timestamp !== undefined && list !== undefined) {
    forms.push({
      timestamp,
      content: `${id}.${timestamp}.${body}`,
      signatures: list
        .split(" ")
        .flatMap((each) => (each.startsWith("v1,") ? [each.slice(3)] : [])),
      keyOf: (secret) => fromBase64(secret.replace(/^whsec_/, "")),
      decode: fromBase64,
    });
  }
  return forms;
}

function checkTime(timestamp: string, { toleranceSeconds, nowMs }: VerifyOptions): void {
  if (!/^\d{1,12}$/.test(timestamp)) {
    throw new SignatureVerificationError("header_malformed", "The signature has no timestamp.");
  }
  const tolerance = toleranceSeconds ?? TOLERANCE_SECONDS;
  const differsBy = Math.abs((nowMs ?? Date.now()) / 1_000 - Number(timestamp));
  // Not `differsBy > tolerance`: a tolerance that is not a number would accept every age.
  if (!(differsBy <= tolerance)) {
    throw new SignatureVerificationError(
      "timestamp_outside_tolerance",
      `The signature was made ${Math.round(differsBy)} s from now; ${tolerance} s are allowed.`,
    );
  }
}

/** Makes one digest per secret, however many signatures a stranger sends, and compares in constant time. */
async function matches(form: Signed, secrets: readonly string[]): Promise<boolean> {
  const { subtle } = globalThis.crypto;
  const content = encoder.encode(form.content);
  const signatures = form.signatures.flatMap((text) => form.decode(text) ?? []);
  let found = false;
  for (const secret of secrets) {
    const bytes = form.keyOf(secret);
    if (bytes === null || bytes.length === 0) continue;
    const algorithm = { name: "HMAC", hash: "SHA-256" };
    const key = await subtle.importKey("raw", owned(bytes), algorithm, false, ["sign"]);
    const digest = new Uint8Array(await subtle.sign("HMAC", key, content));
    for (const signature of signatures) if (areEqual(signature, digest)) found = true;
  }
  return found;
}

/** Takes the same time wherever they differ. */
function areEqual(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== other.length) return false;
  let difference = 0;
  for (const [place, byte] of one.entries()) difference |= byte ^ other[place]!;
  return difference === 0;
}

/** The types of WebCrypto refuse bytes that could be shared between threads. */
const owned = (bytes: Uint8Array) => new Uint8Array(bytes);

function fromHex(text: string): Uint8Array | null {
  if (!/^([0-9a-f]{2})+$/i.test(text)) return null;
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** Decodes both alphabets: secrets of earlier endpoints have that of URLs. */
function fromBase64(text: string): Uint8Array | null {
  const standard = text.replaceAll("-", "+").replaceAll("_", "/");
  try {
    return Uint8Array.from(atob(standard), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

const textOf = (body: string | Uint8Array): string =>
  typeof body === "string" ? body : new TextDecoder("utf-8", { ignoreBOM: true }).decode(body);

function readerOf(headers: WebhookHeaders): (name: string) => string | undefined {
  if (typeof (headers as HeadersLike).get === "function") {
    return (name) => (headers as HeadersLike).get(name) ?? undefined;
  }
  const byName = new Map<string, string>();
  for (const [name, value] of Object.entries(headers as Record<string, string | string[]>)) {
    if (value !== undefined) byName.set(name.toLowerCase(), String(value));
  }
  return (name) => byName.get(name);
}
