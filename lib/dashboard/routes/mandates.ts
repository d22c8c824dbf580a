import { z } from "zod";
import {
  browseMandates,
  getMandate,
  mandateDetail,
  revokeMandate,
  whyMandateNotRevoked,
} from "#lib/domain/mandates/index.ts";
import { browsePayments } from "#lib/domain/payments/index.ts";
import { requestsAbout } from "#lib/domain/request-log/index.ts";
import { wireIn } from "#lib/wire/index.ts";
import { readPageParam } from "../list-params.ts";
import { mandateList } from "../lists/customers.ts";
import { addExport } from "../lists/list.ts";
import { requireRole } from "../middleware/require.ts";
import { readBody } from "../read-body.ts";
import { reply, replyOnce, routesAt } from "../typed-routes.ts";
import { ACTIONS, allowedActions } from "../views/actions.ts";
import { mandateListItemView, mandateRevokedView, mandateView } from "../views/mandates.ts";
import { objectJsonView } from "../views/versions.ts";

export const mandateRoutes = routesAt("/:mode/mandates");

const PAYMENTS_SHOWN = 20;

mandateRoutes.get("/", async (c) => {
  const found = await browseMandates(c.get("ctx"), mandateList.filter(c), readPageParam(c));
  const { rows, total, older, newer } = found;
  return reply(c, { mandates: rows.map(mandateListItemView), total, older, newer });
});

addExport(mandateRoutes, mandateList);

mandateRoutes.get("/:id", async (c) => {
  const ctx = c.get("ctx");
  const detail = await mandateDetail(ctx, c.req.param("id"));
  const { id: mandateId, paymentMethodId } = detail.mandate;
  // Found by the payment method's index, then filtered by mandate.
  const filter = { mandateId, paymentMethodId };
  const page = { after: null, before: null, limit: PAYMENTS_SHOWN };
  const [{ rows }, requests] = await Promise.all([
    browsePayments(ctx, filter, page),
    requestsAbout(ctx, [mandateId]),
  ]);
  const refusals = { revoke: whyMandateNotRevoked(detail.mandate) };
  const actions = allowedActions("mandate", c.get("membership").role, refusals);
  return reply(c, mandateView(detail, { payments: rows, requests, actions }));
});

mandateRoutes.get("/:id/json", async (c) => {
  const mandate = await getMandate(c.get("ctx"), c.req.param("id"));
  return reply(
    c,
    objectJsonView(c, (version) => wireIn("mandate", mandate, version)),
  );
});

export const revocation = z.strictObject({ attempt: z.uuid() });

/** Revokes a mandate. Throws as `revokeMandate`. */
mandateRoutes.post("/:id/revoke", requireRole(ACTIONS.mandate.revoke), async (c) => {
  const { attempt } = await readBody(c, revocation);
  return await replyOnce(c, { attempt, params: {}, view: mandateRevokedView }, (request, render) =>
    revokeMandate(c.get("ctx"), c.req.param("id"), request, render),
  );
});
