import { getEntry, listEntries, readBalance } from "#lib/domain/balance/index.ts";
import {
  listBalanceTransactionsRoute,
  readBalanceRoute,
  readBalanceTransactionRoute,
} from "#lib/wire/contract/balance.ts";
import { toBalanceTransactionWire, toBalanceWire } from "#lib/wire/serializers/settlements.ts";
import { toPageRequest } from "../pipeline/page-request.ts";
import { endpoint } from "../pipeline/serve.ts";

export const balanceEndpoints = [
  endpoint(readBalanceRoute, async ({ ctx }) => toBalanceWire(await readBalance(ctx), ctx.mode)),

  endpoint(readBalanceTransactionRoute, async ({ ctx, params }) =>
    toBalanceTransactionWire(await getEntry(ctx, params.balance_transaction_id)),
  ),

  endpoint(listBalanceTransactionsRoute, async ({ ctx, query, list }) => {
    const { type, currency, source, settlement } = query;
    const filters = { type, currency, source, settlement };
    const page = await listEntries(ctx, { ...toPageRequest(query), ...filters });
    return list(page, toBalanceTransactionWire);
  }),
];
