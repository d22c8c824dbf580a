import { z } from "zod";
import {
  acceptDispute,
  addEvidence,
  browseDisputes,
  disputeDetail,
  getDispute,
  sumDisputes,
  whyNotAnswered,
} from "#lib/domain/disputes/index.ts";
import { requestsAbout } from "#lib/domain/request-log/index.ts";
import {
  DISPUTE_STATUSES,
  type DisputeStatus,
  EVIDENCE_FIELDS,
} from "#lib/kernel/vocabulary/disputes.ts";
import { LIST_SORTS, OPTIONAL_COLUMNS } from "#lib/kernel/vocabulary/lists.ts";
import { wireIn } from "#lib/wire/index.ts";
import { readMoreParam } from "../column-names.ts";
import { checkSortable, readPageParam } from "../list-params.ts";
import { addExport, listRows } from "../lists/list.ts";
import { disputeList } from "../lists/payments.ts";
import { requireRole } from "../middleware/require.ts";
import { readBody } from "../read-body.ts";
import { asList, reply, replyOnce, routesAt } from "../typed-routes.ts";
import { ACTIONS, allowedActions } from "../views/actions.ts";
import { disputeAnsweredView, disputeView } from "../views/disputes.ts";
import { listSumsView } from "../views/shared.ts";
import { objectJsonView } from "../views/versions.ts";

export const disputeRoutes = routesAt("/:mode/disputes");

disputeRoutes.get("/", async (c) => {
  const [ctx, filter] = [c.get("ctx"), disputeList.filter(c)];
  const page = readPageParam(c, LIST_SORTS.disputes);
  await checkSortable(page, LIST_SORTS.disputes, () => sumDisputes(ctx, filter));
  const found = await browseDisputes(ctx, filter, page);
  const { rows, counts, older, newer } = found;
  const statuses: readonly DisputeStatus[] = filter.statuses ?? DISPUTE_STATUSES;
  const total = statuses.reduce((sum, status) => sum + counts[status], 0);
  return reply(c, {
    disputes: await listRows(c, disputeList, rows, readMoreParam(c, OPTIONAL_COLUMNS.disputes)),
    total,
    counts,
    older,
    newer,
  });
});

addExport(disputeRoutes, disputeList);

disputeRoutes.get("/sums", async (c) =>
  reply(c, listSumsView(await sumDisputes(c.get("ctx"), disputeList.filter(asList(c))))),
);

disputeRoutes.get("/:id", async (c) => {
  const ctx = c.get("ctx");
  const detail = await disputeDetail(ctx, c.req.param("id"));
  const refusal = whyNotAnswered(ctx, detail.dispute);
  const refusals = { answer: refusal, accept: refusal };
  const actions = allowedActions("dispute", c.get("membership").role, refusals);
  return reply(c, disputeView(detail, await requestsAbout(ctx, [detail.dispute.id]), actions));
});

disputeRoutes.get("/:id/json", async (c) => {
  const dispute = await getDispute(c.get("ctx"), c.req.param("id"));
  return reply(
    c,
    objectJsonView(c, (version) => wireIn("dispute", dispute, version)),
  );
});

const text = z
  .string()
  .min(1)
  .max(20_000, "At most 20,000 characters.")
  .refine((given) => given.isWellFormed() && !given.includes("\0"), "Must be plain text.");
export const answer = z.strictObject({
  /** Changed texts; null deletes one. */
  evidence: z.partialRecord(z.enum(EVIDENCE_FIELDS), text.nullable()),
  submit: z.boolean(),
  attempt: z.uuid(),
});

/** Saves or submits evidence. Throws as `addEvidence`. */
disputeRoutes.post("/:id/evidence", requireRole(ACTIONS.dispute.answer), async (c) => {
  const { evidence, submit, attempt } = await readBody(c, answer);
  const params = { evidence, submit };
  return await replyOnce(c, { attempt, params, view: disputeAnsweredView }, (request, render) =>
    addEvidence(c.get("ctx"), c.req.param("id"), params, request, render),
  );
});

export const acceptance = z.strictObject({ attempt: z.uuid() });

/** Accepts a dispute. Throws as `acceptDispute`. */
disputeRoutes.post("/:id/accept", requireRole(ACTIONS.dispute.accept), async (c) => {
  const { attempt } = await readBody(c, acceptance);
  return await replyOnce(c, { attempt, params: {}, view: disputeAnsweredView }, (request, render) =>
    acceptDispute(c.get("ctx"), c.req.param("id"), request, render),
  );
});
