import {
  checkClosingIn,
  closeMonthIn,
  getClosing,
  listClosings,
  listCorrections,
  openClosingFile,
} from "#lib/domain/closings/index.ts";
import {
  checkMonthClosingRoute,
  createMonthClosingRoute,
  listMonthClosingsRoute,
  listMonthCorrectionsRoute,
  readMonthClosingRoute,
} from "#lib/wire/contract/month-closings.ts";
import { toMonthClosingWire, toMonthCorrectionWire } from "#lib/wire/serializers/month-closings.ts";
import { toPageRequest } from "../pipeline/page-request.ts";
import { endpoint } from "../pipeline/serve.ts";

export const monthClosingEndpoints = [
  endpoint(createMonthClosingRoute, ({ ctx, body, once }) =>
    once((tx) => closeMonthIn(tx, ctx, body), toMonthClosingWire),
  ),

  endpoint(readMonthClosingRoute, async ({ ctx, params, query, wantsCsv, sendCsv }) => {
    const id = params.month_closing_id;
    if (wantsCsv) return sendCsv(() => openClosingFile(ctx, id, query.file));
    return toMonthClosingWire(await getClosing(ctx, id));
  }),

  endpoint(listMonthClosingsRoute, async ({ ctx, query, list }) =>
    list(await listClosings(ctx, toPageRequest(query)), toMonthClosingWire),
  ),

  endpoint(checkMonthClosingRoute, ({ ctx, params, once }) =>
    once((tx) => checkClosingIn(tx, ctx, params.month_closing_id), toMonthClosingWire),
  ),

  endpoint(listMonthCorrectionsRoute, async ({ ctx, params, query, list }) => {
    const page = await listCorrections(ctx, params.month_closing_id, toPageRequest(query));
    return list(page, toMonthCorrectionWire);
  }),
];
