import { canonicalHash, scopedKey } from "#lib/domain/idempotency/index.ts";
import { type LargeBatchBody, readLargeBatch } from "#lib/domain/payouts/index.ts";
import { checkText } from "#lib/kernel/body/check-text.ts";
import { enterLargeBody, parseLargeBody } from "#lib/kernel/body/large-body.ts";
import {
  type BodyRules,
  decodeBody,
  parseBody,
  refuseSensitive,
} from "#lib/kernel/body/parse-body.ts";
import { parseForm } from "#lib/kernel/body/parse-form.ts";
import { LARGE_BATCH_BYTES, LARGE_BYTES, receiveBytes } from "#lib/kernel/body/receive-bytes.ts";
import { CARD_DATA_REFUSED } from "#lib/kernel/card-data.ts";
import { holdsCardData } from "#lib/kernel/card-numbers.ts";
import { ApiError, invalid, missing } from "#lib/kernel/errors.ts";
import { isId } from "#lib/kernel/ids.ts";
import { excerpt } from "#lib/kernel/log.ts";
import { holdsSecret, SECRET_REFUSED } from "#lib/kernel/own-secrets.ts";
import { downgradeParam, upgradeRequest, type Wire } from "#lib/wire/versions/index.ts";
import { checkPaths } from "../expand/check-paths.ts";
import { renamed } from "./error-body.ts";
import type { Exchange } from "./exchange.ts";
import { validate } from "./validate.ts";

/** Validates path, query and body against the route's schemas and upgrades them to the newest version. Throws
 * `parameter_invalid` with the parameter's name in the caller's version, and `resource_missing` for a malformed
 * identifier. */
export async function readParameters(exchange: Exchange): Promise<void> {
  readPath(exchange);
  readQuery(exchange);
  if (exchange.compiled.isWrite) await readWrite(exchange);
}

function readPath({ route, pathValues, params }: Exchange): void {
  for (const [name, prefix] of Object.entries(route.params ?? {})) {
    const value = pathValues[name] ?? "";
    // The request log stores identifiers even if no such object exists, so card numbers are refused here.
    if (!isId(prefix, value) || holdsCardData(value))
      throw missing(nounOf(name), excerpt(value, 60));
    params[name] = value;
  }
}

const nounOf = (name: string) => name.replace(/_id$/, "").replaceAll("_", " ");

function readQuery(exchange: Exchange): void {
  const { request, compiled } = exchange;
  const start = request.url.indexOf("?");
  const tree: Wire = start < 0 ? {} : parseForm(request.url.slice(start + 1).split("#")[0] ?? "");
  if (start >= 0) checkText(tree);
  refuseSensitive(tree);
  takeExpand(exchange, tree, false);
  exchange.query = validate(compiled.query, compiled.coerceQuery(tree));
  const { starting_after, ending_before } = exchange.query as Wire;
  if (starting_after !== undefined && ending_before !== undefined) {
    throw invalid("ending_before", "Send either starting_after or ending_before, not both.");
  }
}

/** Publishable keys are in every payer's browser. A wallet token, the largest value they send, has about 6 KiB. */
const MAX_PUBLISHABLE_BYTES = 16 * 1_024;

/** Parameters that hold card data, by route; they are never stored. */
const PLACES_OF_CARDS: Readonly<Record<string, readonly string[]>> = {
  create_payment_method: ["card[number]", "apple_pay[token]", "google_pay[token]"],
  // Not stored; each row is checked separately, so that an error names its row.
  create_payout: ["file"],
  // Never stored as text: it is decoded, checked and encrypted.
  add_dispute_file: ["file"],
};

type Parsed = { value: Wire; isForm: boolean; batch: LargeBatchBody | null };

/** Reads and validates the body of a write. Bodies over 64 KiB, and batches over 16 KiB, are parsed off the event
 * loop. An account can have only one body over 64 KiB in progress, until it is answered. Throws the errors of
 * `readBody`, `parseBody` and `enterLargeBody`, and `parameter_invalid` with the parameter's name in the caller's
 * version. */
async function readWrite(exchange: Exchange): Promise<void> {
  const { request, compiled, bearer, ctx } = exchange;
  const isPublishable = bearer!.kind === "publishable";
  const maxBytes = isPublishable ? MAX_PUBLISHABLE_BYTES : compiled.maxBodyBytes;
  const received = await readBody(request, maxBytes, () => {
    exchange.leave = enterLargeBody(ctx.accountId);
  });
  const parsed = await parse(exchange, received);
  exchange.batch = parsed.batch;
  takeExpand(exchange, parsed.value, !parsed.isForm);
  exchange.body = validateBody(exchange, parsed);
}

async function parse(exchange: Exchange, received: Received | null): Promise<Parsed> {
  if (received === null) return { value: {}, isForm: false, batch: null };
  const { route, compiled } = exchange;
  const { bytes, isForm } = received;
  const maxValues = compiled.maxBodyValues;
  const rules: BodyRules = { isForm, maxValues, cardPlaces: PLACES_OF_CARDS[route.name] ?? [] };
  const isBatch = route.name === "create_payout";
  if (bytes.byteLength <= (isBatch ? LARGE_BATCH_BYTES : LARGE_BYTES)) {
    const text = decodeBody(bytes);
    exchange.sent = { text, isForm, bytes: bytes.byteLength };
    return { value: parseBody(text, rules), isForm, batch: null };
  }
  exchange.sent = { text: null, isForm, bytes: bytes.byteLength };
  if (!isBatch) {
    return { value: await parseLargeBody(bytes, rules), isForm, batch: null };
  }
  const batch = await readLargeBatch(exchange.ctx, bytes, rules);
  return { value: batch.rest, isForm, batch };
}

/** Upgrades first, then validates (decisions §4). */
function validateBody({ route, compiled, version }: Exchange, { value, isForm }: Parsed): unknown {
  const upgraded = upgradeRequest(route.name, value, version, isForm);
  try {
    return validate(compiled.body, isForm ? compiled.coerceBody(upgraded) : upgraded);
  } catch (error) {
    if (!(error instanceof ApiError) || error.param === undefined) throw error;
    throw renamed(error, downgradeParam(route.name, error.param, version));
  }
}

/** Removes `expand` from the query or body parameters; every route takes it. */
function takeExpand(exchange: Exchange, tree: Wire, isJson: boolean): void {
  if (!Object.hasOwn(tree, "expand")) return;
  const paths = checkPaths(exchange.route, exchange.bearer!, tree.expand, isJson);
  exchange.expand = [...new Set([...exchange.expand, ...paths])];
  delete tree.expand;
}

type Received = { bytes: Uint8Array<ArrayBuffer>; isForm: boolean };

const JSON_TYPE = "application/json";
const FORM_TYPE = "application/x-www-form-urlencoded";

/** Reads a request's body, JSON or a form (decisions §2); null if it is empty. Throws `content_type_unsupported`, also for
 * a compressed body, and the errors of `receiveBytes`. */
async function readBody(
  request: Request,
  maxBytes: number,
  onLarge: () => void,
): Promise<Received | null> {
  // Only without a declared length: reading `request.body` creates a stream, which costs more than all other work on
  // a small body.
  if (request.headers.get("content-length") === null && request.body === null) return null;
  checkEncoding(request);
  const type = contentTypeOf(request);
  const bytes = await receiveBytes(request, maxBytes, onLarge);
  if (bytes.byteLength === 0) return null;
  if (type === null) throw unsupported();
  return { bytes, isForm: type === FORM_TYPE };
}

/** A small compressed body could fill the memory when it is expanded. */
function checkEncoding(request: Request): void {
  const encoding = request.headers.get("content-encoding") ?? "";
  if (encoding === "" || encoding.toLowerCase() === "identity") return;
  const message = "Send the body uncompressed, without Content-Encoding.";
  throw new ApiError("content_type_unsupported", message, { param: "Content-Encoding" });
}

function contentTypeOf(request: Request): typeof JSON_TYPE | typeof FORM_TYPE | null {
  const header = request.headers.get("content-type");
  if (header === null) return null;
  const [type = "", ...parameters] = header.split(";").map((part) => part.trim().toLowerCase());
  const charset = parameters.find((part) => part.startsWith("charset="))?.slice("charset=".length);
  const isUtf8 = charset === undefined || /^"?utf-?8"?$/.test(charset);
  if (isUtf8 && (type === JSON_TYPE || type === FORM_TYPE)) return type;
  throw unsupported();
}

function unsupported(): ApiError {
  const message = `Send the body as ${JSON_TYPE} or ${FORM_TYPE}, in UTF-8.`;
  return new ApiError("content_type_unsupported", message, { param: "Content-Type" });
}

const IDEMPOTENCY_KEY = "Idempotency-Key";
const PRINTABLE_ASCII = /^[\x20-\x7e]{1,255}$/;

/** Reads the idempotency key: required on every POST with a secret key, optional for publishable keys and DELETE
 * (decisions §1). */
export function identifyWrite(exchange: Exchange): void {
  const { request, route, compiled, bearer } = exchange;
  if (!compiled.isWrite) return;
  const key = request.headers.get(IDEMPOTENCY_KEY);
  if (key === null) {
    if (route.method === "delete" || bearer!.kind === "publishable") return;
    throw invalid(
      IDEMPOTENCY_KEY,
      "Send an Idempotency-Key with every write, so that it is safe to repeat.",
    );
  }
  if (!PRINTABLE_ASCII.test(key)) {
    throw invalid(IDEMPOTENCY_KEY, "Must be 1 to 255 printable ASCII characters.");
  }
  if (holdsCardData(key)) throw invalid(IDEMPOTENCY_KEY, CARD_DATA_REFUSED);
  if (holdsSecret(key)) throw invalid(IDEMPOTENCY_KEY, SECRET_REFUSED);
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => exchange.params[name] ?? "");
  const { body, expand } = exchange;
  // The stored response contains the expanded objects, so another `expand` is another request.
  const parameters = expand.length > 0 ? { ...(body as object), expand: expand.toSorted() } : body;
  const requestHash = canonicalHash(route.method, path, parameters, exchange.batch?.parts);
  exchange.idempotency = { key: scopedKey(bearer!.kind, key), requestHash };
}
