import { z } from "zod";
import {
  acceptDispute,
  addEvidence,
  addFileIn,
  assignDispute,
  assigneesOf,
  browseDisputes,
  disputeDetail,
  getDispute,
  openFile,
  proposalsFor,
  readFile,
  removeFileIn,
  sumDisputes,
  whyNotAnswered,
} from "#lib/domain/disputes/index.ts";
import { notifyDispatcher } from "#lib/domain/events/index.ts";
import { once } from "#lib/domain/idempotency/index.ts";
import { announceLive } from "#lib/domain/live/index.ts";
import { requestsAbout } from "#lib/domain/request-log/index.ts";
import { uploadResponse } from "#lib/kernel/uploaded-file.ts";
import { EVIDENCE_FIELDS } from "#lib/kernel/vocabulary/disputes.ts";
import { LIST_SORTS, OPTIONAL_COLUMNS } from "#lib/kernel/vocabulary/lists.ts";
import { wireIn } from "#lib/wire/index.ts";
import { readMoreParam } from "../column-names.ts";
import { checkSortable, readPageParam } from "../list-params.ts";
import { addExport, listRows } from "../lists/list.ts";
import { disputeList } from "../lists/payments.ts";
import { requireRole } from "../middleware/require.ts";
import { readBody, withFile } from "../read-body.ts";
import { asList, reply, replyOnce, routesAt } from "../typed-routes.ts";
import { ACTIONS, allowedActions } from "../views/actions.ts";
import {
  assigneeView,
  disputeAnsweredView,
  disputeFileView,
  disputeView,
} from "../views/disputes.ts";
import { listSumsView } from "../views/shared.ts";
import { objectJsonView } from "../views/versions.ts";

export const disputeRoutes = routesAt("/:mode/disputes");

disputeRoutes.get("/", async (c) => {
  const [ctx, filter] = [c.get("ctx"), disputeList.filter(c)];
  const page = readPageParam(c, LIST_SORTS.disputes);
  await checkSortable(page, LIST_SORTS.disputes, () => sumDisputes(ctx, filter));
  const { rows, total, older, newer } = await browseDisputes(ctx, filter, page);
  return reply(c, {
    disputes: await listRows(c, disputeList, rows, readMoreParam(c, OPTIONAL_COLUMNS.disputes)),
    total,
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
  const refusals = {
    ...{ answer: refusal, accept: refusal, addFile: refusal },
    assign: null,
  };
  const actions = allowedActions("dispute", c.get("membership").role, refusals);
  const [requests, assignees, proposals] = await Promise.all([
    requestsAbout(ctx, [detail.dispute.id]),
    actions.assign.allowed ? assigneesOf(ctx) : [],
    actions.answer.allowed ? proposalsFor(ctx, detail.dispute, c.get("membership").timezone) : [],
  ]);
  return reply(c, disputeView(detail, { requests, assignees, proposals }, actions));
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
  /** The texts that the person saw before they changed them; null for none. */
  before: z.partialRecord(z.enum(EVIDENCE_FIELDS), z.string().max(20_000).nullable()).optional(),
  submit: z.boolean(),
  attempt: z.uuid(),
});

/** Saves or submits evidence. Throws as `addEvidence`. */
disputeRoutes.post("/:id/evidence", requireRole(ACTIONS.dispute.answer), async (c) => {
  const { attempt, ...params } = await readBody(c, answer);
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

export const assignment = z.strictObject({
  member: z.string().min(1).max(100).nullable(),
  attempt: z.uuid(),
});

/** Assigns the dispute to a member, or to nobody. Throws as `assignDispute`. */
disputeRoutes.post("/:id/assign", requireRole(ACTIONS.dispute.assign), async (c) => {
  const ctx = c.get("ctx");
  const { member, attempt } = await readBody(c, assignment);
  const press = { attempt, params: { member }, view: assigneeView };
  const done = await replyOnce(c, press, (request, render) =>
    assignDispute(ctx, c.req.param("id"), member, request, render),
  );
  announceLive(ctx.accountId, "dispute_assignee");
  return done;
});

/** Base64 is longer by a third; the rest of the body is small. As in the API. */
const MAX_UPLOAD_BYTES = 6 * 2 ** 20;

export const newFile = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1)
    .max(150)
    .regex(/^[^\p{C}/\\]*$/u, "Rename the file: its name has a slash or a control character."),
  file: z.base64({ error: "The file is not base64." }).min(1, "The file is empty."),
  attempt: z.uuid(),
});

/** Adds a file to the evidence. Throws as `readFile` and `addFileIn`. */
disputeRoutes.post("/:id/files", requireRole(ACTIONS.dispute.addFile), (c) =>
  withFile(c, newFile, MAX_UPLOAD_BYTES, async ({ name, file, attempt }) => {
    const ctx = c.get("ctx");
    const id = c.req.param("id");
    const read = readFile(name, file);
    const params = { name: read.name, sha256: read.sha256 };
    const press = { attempt, params, status: 201, view: disputeFileView } as const;
    const done = await replyOnce(c, press, (request, render) =>
      once(ctx, request, (tx) => addFileIn(tx, ctx, id, read), render),
    );
    notifyDispatcher();
    return done;
  }),
);

export const disputeFileRoutes = routesAt("/:mode/dispute-files");

export const removal = z.strictObject({ attempt: z.uuid() });

/** Removes a file from the evidence. Throws as `removeFileIn`. */
disputeFileRoutes.post("/:id/remove", requireRole(ACTIONS.dispute.addFile), async (c) => {
  const ctx = c.get("ctx");
  const { attempt } = await readBody(c, removal);
  const press = { attempt, params: {}, view: disputeFileView };
  const done = await replyOnce(c, press, (request, render) =>
    once(ctx, request, (tx) => removeFileIn(tx, ctx, { id: c.req.param("id") }), render),
  );
  notifyDispatcher();
  return done;
});

/** The file itself. The screen shows pictures of it; browsers save it. */
disputeFileRoutes.get("/:id/content", async (c) => {
  const { file, bytes } = await openFile(c.get("ctx"), { id: c.req.param("id") });
  return uploadResponse({ name: file.name, type: file.type, bytes }, {});
});
