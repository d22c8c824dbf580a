import { getSettlement, listSettlements } from "#lib/domain/settlements/index.ts";
import { listSettlementsRoute, readSettlementRoute } from "#lib/wire/contract/settlements.ts";
import { toSettlementWire } from "#lib/wire/serializers/settlements.ts";
import { toPageRequest } from "../pipeline/page-request.ts";
import { endpoint } from "../pipeline/serve.ts";

export const settlementEndpoints = [
  endpoint(readSettlementRoute, async ({ ctx, params }) =>
    toSettlementWire(await getSettlement(ctx, params.settlement_id)),
  ),

  endpoint(listSettlementsRoute, async ({ ctx, query, list }) => {
    const { currency, status, bank_reference: bankReference } = query;
    const filter = { currency, status, bankReference };
    const page = await listSettlements(ctx, { ...toPageRequest(query), ...filter });
    return list(page, toSettlementWire);
  }),
];
