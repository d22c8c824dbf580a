import { z } from "zod";
import {
  addStatementsIn,
  bankOverview,
  browseLines,
  type CsvGiven,
  candidatesFor,
  MAX_FILE_BYTES,
  matchAgain,
  matchLineIn,
  previewFile,
  readFileOfAnySize,
  removeStatementIn,
  SANDBOX_FORMATS,
  sandboxStatement,
  setLineAsideIn,
  unmatchLineIn,
} from "#lib/domain/bank-statements/index.ts";
import { once } from "#lib/domain/idempotency/index.ts";
import { announceLive } from "#lib/domain/live/index.ts";
import { businessNow } from "#lib/kernel/business-time.ts";
import { invalid } from "#lib/kernel/errors.ts";
import { addDays, isDay } from "#lib/kernel/period.ts";
import { DATE_FORMATS, MOVEMENT_KINDS } from "#lib/kernel/vocabulary/bank-statements.ts";
import { readChoice, readPageParam, readParam, readText } from "../list-params.ts";
import { bankLineList } from "../lists/bank-statements.ts";
import { addExport } from "../lists/list.ts";
import { requireRole } from "../middleware/require.ts";
import { readBody, withFile } from "../read-body.ts";
import {
  type BodyContext,
  type QueryContext,
  type RouteContext,
  reply,
  replyOnce,
  routesAt,
} from "../typed-routes.ts";
import { bankLineView, bankView, candidateView, fileAddedView } from "../views/bank-statements.ts";

export const bankStatementRoutes = routesAt("/:mode/bank-statements");

bankStatementRoutes.get("/", async (c) =>
  reply(c, bankView(await bankOverview(c.get("ctx"), readPageParam(c)))),
);

/** Base64 is longer by a third; the rest of the body is small. */
const MAX_BODY_BYTES = Math.ceil((MAX_FILE_BYTES * 4) / 3) + 64 * 1_024;

const column = z.string().max(100);
const optional = column.min(1).nullable();
const csv = z.strictObject({
  bankAccount: z.string().max(60),
  currency: z.string().max(3),
  opening: z.string().max(30).nullable(),
  closing: z.string().max(30).nullable(),
  mapping: z.strictObject({
    bookingDate: column,
    valueDate: optional,
    amount: optional,
    debit: optional,
    credit: optional,
    currency: optional,
    balance: optional,
    reference: optional,
    text: optional,
    counterparty: optional,
    dateFormat: z.enum(DATE_FORMATS),
    decimal: z.enum([".", ","]),
  }),
}) satisfies z.ZodType<CsvGiven>;
/** The bytes of the file in base64: banks write in many encodings. */
const file = z.base64({ error: "The file is not base64." }).min(1, "The file is empty.");
export const previewed = z.strictObject({ file });
export const newStatements = z.strictObject({
  file,
  fileName: z.string().trim().min(1).max(200),
  csv: csv.nullable(),
  attempt: z.uuid(),
});

/** Reads a file without adding it, and asks for the columns of a CSV file. Throws as `previewFile`. */
bankStatementRoutes.post("/preview", requireRole("reconcile_bank"), (c) =>
  withFile(c, previewed, MAX_BODY_BYTES, async ({ file }) =>
    reply(c, { columns: await previewFile(c.get("ctx"), Buffer.from(file, "base64")) }),
  ),
);

/** Adds the statements of a file and matches their lines. Throws as `readFileOfAnySize` and `addStatementsIn`. */
bankStatementRoutes.post("/", requireRole("reconcile_bank"), (c) =>
  withFile(c, newStatements, MAX_BODY_BYTES, async ({ file, fileName, csv, attempt }) => {
    const ctx = c.get("ctx");
    const read = await readFileOfAnySize(Buffer.from(file, "base64"), csv);
    if (!("statements" in read)) throw invalid("csv", "Choose the columns of the CSV file.");
    const params = { sha256: read.sha256, fileName, csv };
    const press = { attempt, params, status: 201, view: fileAddedView } as const;
    const done = await replyOnce(c, press, (request, render) =>
      once(
        ctx,
        request,
        (tx) => addStatementsIn(tx, ctx, { ...read, fileName, mapping: csv?.mapping ?? null }),
        render,
      ),
    );
    announceLive(ctx.accountId, "bank_statement");
    return done;
  }),
);

/** Matches open lines again. */
bankStatementRoutes.post("/match", requireRole("reconcile_bank"), async (c) =>
  reply(c, { matched: await matchAgain(c.get("ctx")) }),
);

const reason = z.string().trim().min(3, "Say why, in at least 3 characters.").max(300);
export const decided = z.strictObject({ reason, attempt: z.uuid() });
export const matched = decided.extend({
  objects: z
    .array(
      z.strictObject({
        kind: z.enum(MOVEMENT_KINDS),
        id: z.string().regex(/^(?:stl|po)_[0-9a-z]{1,40}$/, "Choose settlements or payouts."),
      }),
    )
    .min(1, "Choose a settlement or payout.")
    .max(100),
});
type Decided = z.ZodType<{ reason: string; attempt: string }>;
type Verb<Body> = (
  tx: Parameters<typeof matchLineIn>[0],
  ctx: Parameters<typeof matchLineIn>[1],
  id: string,
  body: Body,
) => Promise<void>;

/** A decision about the object in the path, once per attempt. */
const decide =
  <Shape extends Decided>(shape: Shape, verb: Verb<z.output<Shape>>) =>
  async (c: RouteContext<{ decided: true }> & BodyContext<z.input<Shape>>) => {
    const ctx = c.get("ctx");
    const id = c.req.param("id") ?? "";
    const body = await readBody(c, shape);
    const { attempt, ...params } = body;
    const view = () => ({ decided: true }) as const;
    const done = await replyOnce(c, { attempt, params, view }, (request, render) =>
      once(ctx, request, (tx) => verb(tx, ctx, id, body), render),
    );
    announceLive(ctx.accountId, "bank_statement");
    return done;
  };

/** Throws as `removeStatementIn`. */
bankStatementRoutes.post(
  "/:id/remove",
  requireRole("reconcile_bank"),
  decide(decided, (tx, ctx, id, body) => removeStatementIn(tx, ctx, id, body.reason)),
);

const MONTH_DAYS = 30;

/** The sandbox bank's statement of some days; by default the last 30. Throws as `sandboxStatement`. */
bankStatementRoutes.get("/sandbox", requireRole("download_reports"), async (c) => {
  const ctx = c.get("ctx");
  const yesterday = addDays(businessNow(ctx).toISOString().slice(0, 10), -1);
  const toDay = readDayParam(c, "to") ?? yesterday;
  const fromDay = readDayParam(c, "from") ?? addDays(toDay, 1 - MONTH_DAYS);
  const format = readChoice(c, "format", SANDBOX_FORMATS);
  const { fileName, text } = await sandboxStatement(ctx, { fromDay, toDay }, format);
  const type = format === "mt940" ? "text/plain" : "application/xml";
  return c.body(text, 200, {
    "Content-Type": `${type}; charset=utf-8`,
    "Content-Disposition": `attachment; filename="${fileName}"`,
    "Cache-Control": "no-store",
  });
});

function readDayParam<N extends string>(c: QueryContext<N>, name: N): string | null {
  const text = readParam(c, name);
  if (!text) return null;
  if (!isDay(text)) throw invalid(name, "Give a day as 2026-11-30.");
  return text;
}

export const bankLineRoutes = routesAt("/:mode/bank-lines");

bankLineRoutes.get("/", async (c) => {
  const filter = bankLineList.filter(c);
  const { rows, ...slice } = await browseLines(c.get("ctx"), filter, readPageParam(c));
  return reply(c, { ...slice, lines: rows.map(bankLineView) });
});

addExport(bankLineRoutes, bankLineList);

/** Settlements and payouts that a line could be about. */
bankLineRoutes.get("/:id/candidates", async (c) => {
  const found = await candidatesFor(c.get("ctx"), c.req.param("id"), readText(c, "q") ?? "");
  return reply(c, { candidates: found.map(candidateView) });
});

/** Throws as `matchLineIn`. */
bankLineRoutes.post("/:id/match", requireRole("reconcile_bank"), decide(matched, matchLineIn));

/** Throws as `unmatchLineIn`. */
bankLineRoutes.post(
  "/:id/unmatch",
  requireRole("reconcile_bank"),
  decide(decided, (tx, ctx, id, body) => unmatchLineIn(tx, ctx, id, body.reason)),
);

/** Throws as `setLineAsideIn`. */
bankLineRoutes.post(
  "/:id/set-aside",
  requireRole("reconcile_bank"),
  decide(decided, (tx, ctx, id, body) => setLineAsideIn(tx, ctx, id, body.reason)),
);
