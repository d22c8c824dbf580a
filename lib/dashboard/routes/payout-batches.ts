import { z } from "zod";
import {
  browseBatches,
  createPayoutBatch,
  getPayoutBatch,
  previewPayoutBatch,
} from "#lib/domain/payouts/index.ts";
import { UPLOAD_FORMATS } from "#lib/kernel/vocabulary/payouts.ts";
import { wireIn } from "#lib/wire/index.ts";
import { readPageParam } from "../list-params.ts";
import { addExport } from "../lists/list.ts";
import { batchList } from "../lists/payouts.ts";
import { requireConfirmed, requireRole } from "../middleware/require.ts";

import { withUpload } from "../read-body.ts";
import { reply, replyOnce, routesAt } from "../typed-routes.ts";
import { ACTIONS, allowedActions } from "../views/actions.ts";
import { batchListItemView, batchPageView, batchPreviewView, batchView } from "../views/payouts.ts";
import { objectJsonView } from "../views/versions.ts";
import { checkTyped, decide, decisionRefusals, readApproval } from "./payout-approvals.ts";

export const payoutBatchRoutes = routesAt("/:mode/payout-batches");

payoutBatchRoutes.get("/", async (c) => {
  const { rows, ...slice } = await browseBatches(
    c.get("ctx"),
    batchList.filter(c),
    readPageParam(c),
  );
  return reply(c, { ...slice, batches: rows.map(batchListItemView) });
});

addExport(payoutBatchRoutes, batchList);

payoutBatchRoutes.get("/:id", async (c) => {
  const batch = await getPayoutBatch(c.get("ctx"), c.req.param("id"));
  const refusals = decisionRefusals(c, batch.approval);
  const actions = allowedActions("payoutBatch", c.get("membership").role, refusals);
  return reply(c, batchPageView(batch, await readApproval(c, batch.approval), actions));
});

/** Throws as `decideApprovalIn`. */
payoutBatchRoutes.post(
  "/:id/approve",
  requireRole(ACTIONS.payoutBatch.approve),
  requireConfirmed("in_live"),
  decide("approved"),
);
payoutBatchRoutes.post("/:id/refuse", requireRole(ACTIONS.payoutBatch.refuse), decide("refused"));

payoutBatchRoutes.get("/:id/json", async (c) => {
  const batch = await getPayoutBatch(c.get("ctx"), c.req.param("id"));
  return reply(
    c,
    objectJsonView(c, (version) => wireIn("payout_batch", batch, version)),
  );
});

export const upload = z.strictObject({
  file: z.string().min(1, "The file is empty."),
  format: z.enum(UPLOAD_FORMATS),
});
/** Previews a file as a batch. Creates nothing. Throws as `previewPayoutBatch`. */
payoutBatchRoutes.post("/preview", requireRole("pay_out"), (c) =>
  withUpload(c, upload, async (params, read) => {
    const preview = await previewPayoutBatch(c.get("ctx"), { ...params, read, metadata: {} });
    return reply(c, batchPreviewView(preview));
  }),
);

export const confirmed = upload.extend({
  attempt: z.uuid(),
  typed: z.string().max(100).optional(),
});

/** Pays the payouts of a file; in live mode only with the accepted total typed. Throws `parameter_invalid` (`typed`),
 *  and as `createPayoutBatch`. */
payoutBatchRoutes.post("/", requireRole("pay_out"), requireConfirmed("in_live"), (c) =>
  withUpload(c, confirmed, async ({ attempt, typed, ...params }, read) => {
    const isLive = c.get("ctx").mode === "live";
    const press = { attempt, params, parts: read?.parts, status: 201, view: batchView } as const;
    return await replyOnce(c, press, (request, render) =>
      createPayoutBatch(
        c.get("ctx"),
        { ...params, read, metadata: {} },
        request,
        render,
        (sum) => isLive && checkTyped(typed, sum),
      ),
    );
  }),
);
