import { z } from "zod";
import {
  BULK_PERMISSIONS,
  type BulkJob,
  bulkJobDetail,
  getBulkJob,
  listBulkItems,
  previewRefunds,
  startRefunds,
  startTagging,
  stopBulkJob,
  undoJob,
} from "#lib/domain/bulk/index.ts";
import { mayDo, refundLimitOf } from "#lib/domain/members/index.ts";
import { invalid } from "#lib/kernel/errors.ts";
import type { KeysetPage, KeysetSlice } from "#lib/kernel/page.ts";
import type { AnnotatedKind } from "#lib/kernel/vocabulary/annotations.ts";
import { MOST_BULK, MOST_BULK_CHOSEN } from "#lib/kernel/vocabulary/bulk.ts";
import { REFUND_REASONS } from "#lib/kernel/vocabulary/refunds.ts";
import { ROW_STATES } from "#lib/kernel/vocabulary/row-jobs.ts";
import { DashboardError } from "../errors.ts";
import { readChoices, readPageParam } from "../list-params.ts";
import { customerList } from "../lists/customers.ts";
import { filterOf, type List } from "../lists/list.ts";
import { disputeList, paymentList } from "../lists/payments.ts";
import { payoutList } from "../lists/payouts.ts";
import { requireConfirmed, requireRole, whyNotRole } from "../middleware/require.ts";
import { readBody } from "../read-body.ts";
import { reply, replyOnce, routesAt } from "../typed-routes.ts";
import type { DashboardContext } from "../types.ts";
import { bulkItemView, bulkJobView, refundPreviewView } from "../views/bulk.ts";
import { tagChange } from "./annotations.ts";

/** Rows chosen one by one, or all rows that match the filters of a list, as in its address. */
const selection = z.union([
  z.strictObject({
    ids: z
      .array(z.string().regex(/^[a-z]{2,4}_[0-9a-z]{1,40}$/))
      .min(1)
      .max(MOST_BULK_CHOSEN),
  }),
  z.strictObject({ filter: z.record(z.string().max(40), z.string().max(2_000)) }),
]);
type Selection = z.output<typeof selection>;

const LISTS = {
  payments: "payment",
  customers: "customer",
  disputes: "dispute",
  payouts: "payout",
} as const satisfies Record<string, AnnotatedKind>;
type ListName = keyof typeof LISTS;

/** The ids of a selection. Throws `parameter_invalid` if more than `MOST_BULK` rows match. */
async function idsOf(c: DashboardContext, list: ListName, chosen: Selection): Promise<string[]> {
  if ("ids" in chosen) return chosen.ids;
  switch (list) {
    case "payments":
      return await matching(c, paymentList, chosen.filter);
    case "customers":
      return await matching(c, customerList, chosen.filter);
    case "disputes":
      return await matching(c, disputeList, chosen.filter);
    case "payouts":
      return await matching(c, payoutList, chosen.filter);
  }
}

const READ_AT_ONCE = 1_000;

async function matching<
  Filter,
  Row extends { id: string },
  View,
  Id extends string,
  Name extends string,
>(
  c: DashboardContext,
  list: List<Filter, Row, View, Id, Name>,
  values: Readonly<Record<string, string>>,
): Promise<string[]> {
  const filter = await filterOf(list, c, values);
  const ids: string[] = [];
  let page: KeysetPage | null = { after: null, before: null, limit: READ_AT_ONCE };
  while (page) {
    const { rows, older }: KeysetSlice<Row> = await list.page(c, filter, page);
    ids.push(...rows.map(({ id }) => id));
    if (ids.length > MOST_BULK) {
      throw invalid(
        "filter",
        `More than ${MOST_BULK.toLocaleString("en")} rows match. Narrow the filters.`,
      );
    }
    page = older === null ? null : { ...page, after: older };
  }
  if (ids.length === 0) throw invalid("filter", "No rows match any more.");
  return ids;
}

const started = ({ id }: BulkJob) => ({ jobId: id as string });

export const bulkTagRoutes = routesAt("/:mode/bulk-tags");

export const tagging = z.strictObject({
  list: z.enum(Object.keys(LISTS) as [ListName, ...ListName[]]),
  chosen: selection,
  change: tagChange,
  attempt: z.uuid(),
});

/** Starts a job that adds or removes a tag. Throws as `startTagging`. */
bulkTagRoutes.post("/", requireRole("annotate"), async (c) => {
  const { attempt, ...params } = await readBody(c, tagging);
  const { list, chosen, change } = params;
  const ids = await idsOf(c, list, chosen);
  const press = { attempt, params, status: 201, view: started } as const;
  return await replyOnce(c, press, (request, render) =>
    startTagging(c.get("ctx"), { ids, kind: LISTS[list], change }, request, render),
  );
});

export const bulkRefundRoutes = routesAt("/:mode/bulk-refunds");

const limitOf = (c: DashboardContext) => {
  const { refundLimits, role } = c.get("membership");
  return refundLimitOf(refundLimits, role);
};

export const refundQuestion = z.strictObject({ chosen: selection });

/** Counts what would be refunded. Changes nothing. */
bulkRefundRoutes.post("/preview", requireRole("refund"), async (c) => {
  const { chosen } = await readBody(c, refundQuestion);
  const ids = await idsOf(c, "payments", chosen);
  return reply(c, refundPreviewView(await previewRefunds(c.get("ctx"), ids, limitOf(c))));
});

export const refunds = z.strictObject({
  chosen: selection,
  reason: z.enum(REFUND_REASONS).nullable(),
  attempt: z.uuid(),
});

/** Starts a job that refunds what remains of each payment. Throws as `startRefunds`. */
bulkRefundRoutes.post("/", requireRole("refund"), requireConfirmed("in_live"), async (c) => {
  const { attempt, ...params } = await readBody(c, refunds);
  const ids = await idsOf(c, "payments", params.chosen);
  const press = { attempt, params, status: 201, view: started } as const;
  return await replyOnce(c, press, (request, render) =>
    startRefunds(c.get("ctx"), { ids, reason: params.reason, limit: limitOf(c) }, request, render),
  );
});

export const bulkJobRoutes = routesAt("/:mode/bulk-jobs");

const maySteer = (c: DashboardContext, { action }: Pick<BulkJob, "action">) =>
  mayDo(c.get("membership").role, BULK_PERMISSIONS[action]);

bulkJobRoutes.get("/:id", async (c) => {
  const detail = await bulkJobDetail(c.get("ctx"), c.req.param("id"));
  return reply(c, bulkJobView(detail, maySteer(c, detail.job)));
});

bulkJobRoutes.get("/:id/objects", async (c) => {
  const [state] = readChoices(c, "state", ROW_STATES) ?? [];
  const id = c.req.param("id");
  const found = await listBulkItems(c.get("ctx"), id, state, readPageParam(c));
  const { rows, ...slice } = found;
  return reply(c, { ...slice, objects: rows.map(bulkItemView) });
});

/** Throws `role_insufficient` for a job that the member could not have started. */
async function checkSteer(c: DashboardContext, id: string): Promise<void> {
  if (maySteer(c, await getBulkJob(c.get("ctx"), id))) return;
  throw new DashboardError("role_insufficient", whyNotRole(c.get("membership").role));
}

/** Stops a job. Throws as `stopBulkJob`. */
bulkJobRoutes.post("/:id/stop", requireRole("annotate"), async (c) => {
  const id = c.req.param("id");
  await checkSteer(c, id);
  await stopBulkJob(c.get("ctx"), id);
  return reply(c, { stopped: true });
});

/** Takes back the tags that a job changed. Throws as `undoJob`. */
bulkJobRoutes.post("/:id/undo", requireRole("annotate"), async (c) => {
  const id = c.req.param("id");
  await checkSteer(c, id);
  return reply(c, { jobId: await undoJob(c.get("ctx"), id) }, 201);
});
