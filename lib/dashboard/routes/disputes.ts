import { Hono } from "hono";
import { z } from "zod";
import {
  acceptDispute,
  addEvidence,
  browseDisputes,
  type Dispute,
  disputeDetail,
  getDispute,
} from "#lib/domain/disputes/index.ts";
import { requestsAbout } from "#lib/domain/request-log/index.ts";
import {
  DISPUTE_STATUSES,
  type DisputeStatus,
  EVIDENCE_FIELDS,
} from "#lib/kernel/vocabulary/disputes.ts";
import { wireIn } from "#lib/wire/index.ts";
import { readPageParam } from "../list-params.ts";
import { disputeList } from "../lists/disputes.ts";
import { addExport } from "../lists/list.ts";
import { requireRole } from "../middleware/require-role.ts";
import { readBody } from "../read-body.ts";
import { attemptKey, renderAnswer, sendAnswer } from "../render-answer.ts";
import type { DashboardEnv } from "../types.ts";
import {
  type DisputeListView,
  disputeAnsweredView,
  disputeListItemView,
  disputeView,
} from "../views/disputes.ts";
import { objectJsonView } from "../views/object-json.ts";

export const disputeRoutes = new Hono<DashboardEnv>();

disputeRoutes.get("/", async (c) => {
  const filter = disputeList.filter(c);
  const found = await browseDisputes(c.get("ctx"), filter, readPageParam(c));
  const { rows, counts, older, newer } = found;
  const statuses: readonly DisputeStatus[] = filter.statuses ?? DISPUTE_STATUSES;
  const total = statuses.reduce((sum, status) => sum + counts[status], 0);
  return c.json<DisputeListView>({
    disputes: rows.map(disputeListItemView),
    total,
    counts,
    older,
    newer,
  });
});

addExport(disputeRoutes, disputeList);

disputeRoutes.get("/:id", async (c) => {
  const ctx = c.get("ctx");
  const detail = await disputeDetail(ctx, c.req.param("id"));
  return c.json(disputeView(detail, await requestsAbout(ctx, [detail.dispute.id])));
});

disputeRoutes.get("/:id/json", async (c) => {
  const dispute = await getDispute(c.get("ctx"), c.req.param("id"));
  return c.json(objectJsonView(c, (version) => wireIn("dispute", dispute, version)));
});

const text = z
  .string()
  .min(1)
  .max(20_000, "At most 20,000 characters.")
  .refine((given) => given.isWellFormed() && !given.includes("\0"), "That is not plain text.");
const answer = z.strictObject({
  /** What changed; null takes a text away. */
  evidence: z.partialRecord(z.enum(EVIDENCE_FIELDS), text.nullable()),
  submit: z.boolean(),
  attempt: z.uuid(),
});

/** Keeps evidence, or hands it in. Throws as `addEvidence`. */
disputeRoutes.post("/:id/evidence", requireRole("manage_disputes"), async (c) => {
  const { evidence, submit, attempt } = await readBody(c, answer);
  const done = await addEvidence(
    c.get("ctx"),
    c.req.param("id"),
    { evidence, submit },
    attemptKey(c, attempt, { evidence, submit }),
    renderAnswer<Dispute>(c, 200, disputeAnsweredView),
  );
  return sendAnswer(c, done);
});

/** Gives a dispute up. Throws as `acceptDispute`. */
disputeRoutes.post("/:id/accept", requireRole("manage_disputes"), async (c) => {
  const { attempt } = await readBody(c, z.strictObject({ attempt: z.uuid() }));
  const done = await acceptDispute(
    c.get("ctx"),
    c.req.param("id"),
    attemptKey(c, attempt, {}),
    renderAnswer<Dispute>(c, 200, disputeAnsweredView),
  );
  return sendAnswer(c, done);
});
