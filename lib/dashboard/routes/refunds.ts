import { z } from "zod";
import {
  browseRefunds,
  cancelRefund,
  getRefund,
  refundDetail,
  sumRefunds,
  whyRefundNotCanceled,
} from "#lib/domain/refunds/index.ts";
import { requestsAbout } from "#lib/domain/request-log/index.ts";
import { getSettlement } from "#lib/domain/settlements/index.ts";
import { LIST_SORTS, OPTIONAL_COLUMNS } from "#lib/kernel/vocabulary/lists.ts";
import { wireIn } from "#lib/wire/index.ts";
import { readMoreParam } from "../column-names.ts";
import { checkSortable, readPageParam } from "../list-params.ts";
import { addExport, listRows } from "../lists/list.ts";
import { refundList } from "../lists/payments.ts";
import { requireRole } from "../middleware/require.ts";
import { readBody } from "../read-body.ts";
import { asList, reply, replyOnce, routesAt } from "../typed-routes.ts";
import { ACTIONS, allowedActions } from "../views/actions.ts";
import { refundMadeView } from "../views/payments.ts";
import { refundView } from "../views/refunds.ts";
import { listSumsView } from "../views/shared.ts";
import { objectJsonView } from "../views/versions.ts";

export const refundRoutes = routesAt("/:mode/refunds");

refundRoutes.get("/", async (c) => {
  const [ctx, filter] = [c.get("ctx"), refundList.filter(c)];
  const page = readPageParam(c, LIST_SORTS.refunds);
  await checkSortable(page, LIST_SORTS.refunds, () => sumRefunds(ctx, filter));
  const found = await browseRefunds(ctx, filter, page);
  const { rows, total, older, newer } = found;
  return reply(c, {
    refunds: await listRows(c, refundList, rows, readMoreParam(c, OPTIONAL_COLUMNS.refunds)),
    total,
    older,
    newer,
  });
});

addExport(refundRoutes, refundList);

refundRoutes.get("/sums", async (c) =>
  reply(c, listSumsView(await sumRefunds(c.get("ctx"), refundList.filter(asList(c))))),
);

refundRoutes.get("/:id", async (c) => {
  const ctx = c.get("ctx");
  const detail = await refundDetail(ctx, c.req.param("id"));
  const { id, settlementId } = detail.refund;
  const [settlement, requests] = await Promise.all([
    settlementId ? getSettlement(ctx, settlementId) : null,
    requestsAbout(ctx, [id]),
  ]);
  const refusals = { cancel: whyRefundNotCanceled(detail.refund) };
  const actions = allowedActions("refund", c.get("membership").role, refusals);
  return reply(c, refundView(detail, { settlement, requests, actions }));
});

refundRoutes.get("/:id/json", async (c) => {
  const refund = await getRefund(c.get("ctx"), c.req.param("id"));
  return reply(
    c,
    objectJsonView(c, (version) => wireIn("refund", refund, version)),
  );
});

export const cancellation = z.strictObject({ attempt: z.uuid() });

/** Cancels a refund before it is sent to the rail. Throws as `cancelRefund`. */
refundRoutes.post("/:id/cancel", requireRole(ACTIONS.refund.cancel), async (c) => {
  const { attempt } = await readBody(c, cancellation);
  return await replyOnce(c, { attempt, params: {}, view: refundMadeView }, (request, render) =>
    cancelRefund(c.get("ctx"), c.req.param("id"), request, render),
  );
});
