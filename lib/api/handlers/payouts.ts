import { notifyDispatcher } from "#lib/domain/events/index.ts";
import { topUpIn } from "#lib/domain/payout-balance/index.ts";
import {
  cancelPayoutIn,
  createPayout,
  createPayoutBatch,
  getPayout,
  getPayoutBatch,
  type Instruction,
  listPayoutBatches,
  listPayouts,
  type NewBatch,
  type Payout,
  type PayoutBatch,
} from "#lib/domain/payouts/index.ts";
import { invalid } from "#lib/kernel/errors.ts";
import { mergeMetadata } from "#lib/kernel/metadata.ts";
import { listPayoutBatchesRoute, readPayoutBatchRoute } from "#lib/wire/contract/payout-batches.ts";
import {
  cancelPayoutRoute,
  createPayoutRoute,
  listPayoutsRoute,
  readPayoutRoute,
} from "#lib/wire/contract/payouts.ts";
import type { BodyOf } from "#lib/wire/contract/route.ts";
import { topUpRoute } from "#lib/wire/contract/top-ups.ts";
import { toPayoutBatchWire, toPayoutWire, toTopUpWire } from "#lib/wire/serializers/payouts.ts";
import { toPageRequest } from "../pipeline/page-request.ts";
import { endpoint } from "../pipeline/serve.ts";

type Body = BodyOf<typeof createPayoutRoute>;

const SINGLE = ["amount", "currency", "beneficiary", "rail", "reference", "end_to_end_id"] as const;

/** The batch of a body; null for a single payout. Throws `parameter_invalid` for both. */
function batchOf(body: Body): NewBatch | null {
  const { file, format, instructions } = body;
  if (file === undefined && format === undefined && instructions === undefined) return null;
  const stray = SINGLE.find((name) => body[name] !== undefined);
  if (stray) throw invalid(stray, `For a batch, set ${stray} in each instruction instead.`);
  const metadata = mergeMetadata({}, body.metadata);
  if (instructions !== undefined) {
    if (file !== undefined) throw invalid("file", "Send either instructions or file, not both.");
    if (format !== undefined) throw invalid("format", "Only allowed with file.");
    return { format: "json", instructions, metadata };
  }
  if (file === undefined) throw invalid("file", "Missing required parameter: file");
  if (format === undefined) throw invalid("format", "Missing required parameter: format");
  return { format: format === "csv" ? "csv" : "pain.001", file, metadata };
}

/** The payout of a body; absent parameters are null. */
function instructionOf(body: Body): Instruction {
  const { amount, currency, beneficiary } = body;
  const needed = { amount, currency, beneficiary };
  const absent = Object.entries(needed).find(([, value]) => value === undefined);
  if (amount === undefined || currency === undefined || beneficiary === undefined) {
    throw invalid(absent?.[0] ?? "", `Missing required parameter: ${absent?.[0]}`);
  }
  return {
    name: beneficiary.name,
    iban: beneficiary.iban ?? null,
    accountNumber: beneficiary.account_number ?? null,
    sortCode: beneficiary.sort_code ?? null,
    bic: beneficiary.bic ?? null,
    country: beneficiary.country ?? null,
    amountMinor: BigInt(amount),
    currency,
    rail: body.rail ?? null,
    reference: body.reference ?? null,
    endToEndId: body.end_to_end_id ?? null,
    metadata: mergeMetadata({}, body.metadata),
    notBefore: null,
  };
}

export const payoutEndpoints = [
  endpoint(createPayoutRoute, (call) => {
    const { ctx, body, idempotency, render, renderRefusal: refusal } = call;
    const batch = batchOf(body);
    if (batch) {
      const params = { ...batch, read: call.batch };
      const result = (batch: PayoutBatch) => render(toPayoutBatchWire(batch));
      return createPayoutBatch(ctx, params, idempotency!, { result, refusal });
    }
    const result = (payout: Payout) => render(toPayoutWire(payout));
    return createPayout(ctx, instructionOf(body), idempotency!, { result, refusal });
  }),

  endpoint(readPayoutRoute, async ({ ctx, params }) =>
    toPayoutWire(await getPayout(ctx, params.payout_id)),
  ),

  endpoint(listPayoutsRoute, async ({ ctx, query, list }) => {
    const { status, currency, batch, approval } = query;
    const filter = { status, currency, batch, approval };
    const page = await listPayouts(ctx, { ...toPageRequest(query), ...filter });
    return list(page, toPayoutWire);
  }),

  endpoint(cancelPayoutRoute, async ({ ctx, params, once }) => {
    const answer = await once((tx) => cancelPayoutIn(tx, ctx, params.payout_id), toPayoutWire);
    notifyDispatcher();
    return answer;
  }),

  endpoint(readPayoutBatchRoute, async ({ ctx, params }) =>
    toPayoutBatchWire(await getPayoutBatch(ctx, params.payout_batch_id)),
  ),

  endpoint(listPayoutBatchesRoute, async ({ ctx, query, list }) => {
    const page = await listPayoutBatches(ctx, { ...toPageRequest(query), status: query.status });
    return list(page, toPayoutBatchWire);
  }),

  endpoint(topUpRoute, ({ ctx, body, once }) =>
    once(
      (tx) => topUpIn(tx, ctx, { amountMinor: BigInt(body.amount), currency: body.currency }),
      toTopUpWire,
    ),
  ),
];
