import { Hono } from "hono";
import { z } from "zod";
import {
  acceptDispute,
  addEvidence,
  browseDisputes,
  DISPUTE_MOVES,
  DISPUTE_REASONS,
  type Dispute,
  type DisputeStatus,
  disputeDossier,
  EVIDENCE_FIELDS,
  getDispute,
} from "#lib/domain/disputes/index.ts";
import { wireIn } from "#lib/domain/events/index.ts";
import { requestsAbout } from "#lib/domain/request-log/index.ts";
import { businessNowMs } from "#lib/kernel/business-time.ts";
import { at, DAY_MS } from "#lib/kernel/clock.ts";
import type { Period } from "#lib/kernel/period.ts";
import { readChoices, readPageParam, readPeriod, readText, readWords } from "../list-params.ts";
import { requireRole } from "../middleware/require-role.ts";
import { readBody } from "../read-body.ts";
import { attemptKey, renderAnswer, sendAnswer } from "../render-answer.ts";
import type { DashboardContext, DashboardEnv } from "../types.ts";
import {
  type DisputeListView,
  disputeAnsweredView,
  disputeLineView,
  disputeView,
} from "../views/disputes.ts";
import { objectJsonView } from "../views/object-json.ts";

export const disputeRoutes = new Hono<DashboardEnv>();

const STATUSES = Object.keys(DISPUTE_MOVES) as DisputeStatus[];

disputeRoutes.get("/", async (c) => {
  const statuses = readChoices(c, "status", STATUSES);
  const filter = {
    statuses,
    reasons: readChoices(c, "reason", DISPUTE_REASONS),
    currencies: readWords(c, "currency"),
    due: readDue(c),
    created: readPeriod(c),
    search: readText(c, "q"),
  };
  const found = await browseDisputes(c.get("ctx"), filter, readPageParam(c));
  const { rows, counts, older, newer } = found;
  const total = (statuses ?? STATUSES).reduce((sum, status) => sum + counts[status], 0);
  return c.json<DisputeListView>({
    disputes: rows.map(disputeLineView),
    total,
    counts,
    older,
    newer,
  });
});

/** Days ahead that can be asked for by name. */
const AHEAD: Readonly<Record<string, number>> = { in1d: 1, in3d: 3, in7d: 7 };

/** `in3d` is what has to be answered in the next three days, by the account's clock; otherwise days, as
 *  every period. */
function readDue(c: DashboardContext): Period | undefined {
  const days = AHEAD[c.req.query("due") ?? ""];
  if (days === undefined) return readPeriod(c, "due");
  const nowMs = businessNowMs(c.get("ctx"));
  return { from: at(nowMs), to: at(nowMs + days * DAY_MS) };
}

disputeRoutes.get("/:id", async (c) => {
  const ctx = c.get("ctx");
  const dossier = await disputeDossier(ctx, c.req.param("id"));
  return c.json(disputeView(dossier, await requestsAbout(ctx, [dossier.dispute.id])));
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
