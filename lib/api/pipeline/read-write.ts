import { type LargeBatchBody, readLargeBatch } from "#lib/domain/payouts/index.ts";
import { enterLargeBody } from "#lib/kernel/body/enter-large-body.ts";
import { type BodyRules, decodeBody, parseBody } from "#lib/kernel/body/parse-body.ts";
import { parseLargeBody } from "#lib/kernel/body/parse-large-body.ts";
import { LARGE_BATCH_BYTES, LARGE_BYTES } from "#lib/kernel/body/receive-bytes.ts";
import { ApiError } from "#lib/kernel/errors.ts";
import { downgradeParam, upgradeRequest, type Wire } from "#lib/wire/versions/index.ts";
import type { Exchange } from "./exchange.ts";
import { type Received, readBody } from "./read-body.ts";
import { renamed } from "./renamed.ts";
import { takeExpand } from "./take-expand.ts";
import { validate } from "./validate.ts";

/** Publishable keys are in every payer's browser. A wallet token, the largest value they send, has about 6 KiB. */
const MAX_PUBLISHABLE_BYTES = 16 * 1_024;

/** Parameters that hold card data, by route; they are never stored. */
const PLACES_OF_CARDS: Readonly<Record<string, readonly string[]>> = {
  create_payment_method: ["card[number]", "apple_pay[token]", "google_pay[token]"],
  // Not stored; each row is checked separately, so that an error names its row.
  create_payout: ["file"],
};

type Parsed = { value: Wire; isForm: boolean; batch: LargeBatchBody | null };

/** Reads and validates the body of a write. Bodies over 64 KiB, and batches over 16 KiB, are parsed off the event
 * loop. An account can have only one body over 64 KiB in progress, until it is answered. Throws the errors of
 * `readBody`, `parseBody` and `enterLargeBody`, and `parameter_invalid` with the parameter's name in the caller's
 * version. */
export async function readWrite(exchange: Exchange): Promise<void> {
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
  const batch = await readLargeBatch(bytes, rules);
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
