import { Hono } from "hono";
import { z } from "zod";
import {
  browseReplays,
  createReplay,
  getReplay,
  previewReplay,
  type ReplayRequest,
  replayDetail,
  resultsCsv,
  type Step,
  steerReplay,
} from "#lib/domain/replays/index.ts";
import { findEndpoints } from "#lib/domain/webhooks/index.ts";
import { dateFromMs } from "#lib/kernel/clock.ts";
import { streamOf } from "#lib/kernel/csv.ts";
import { invalid } from "#lib/kernel/errors.ts";
import { REPLAYABLE } from "#lib/kernel/vocabulary/webhooks.ts";
import { readChoices, readPageParam } from "../list-params.ts";
import { addExport } from "../lists/list.ts";
import { replayList } from "../lists/webhooks.ts";
import { requireRole } from "../middleware/require-role.ts";
import { readBody } from "../read-body.ts";
import type { DashboardContext, DashboardEnv } from "../types.ts";
import {
  type ReplayListView,
  replayDetailView,
  replayListItemView,
  replayPreviewView,
} from "../views/replays.ts";

export const replayRoutes = new Hono<DashboardEnv>();

const moment = z.iso.datetime({ offset: true, error: "Give a moment with its zone." });
const range = z.strictObject({
  from: moment,
  to: moment.optional(),
  endpoints: z.array(z.string().max(60)).max(50).optional(),
  types: z.array(z.string().max(100)).max(100).optional(),
  statuses: z.array(z.enum(REPLAYABLE)).max(3).optional(),
});

replayRoutes.get("/", async (c) => {
  const ctx = c.get("ctx");
  const { rows, ...slice } = await browseReplays(ctx, readPageParam(c));
  const endpoints = await findEndpoints(ctx, [...new Set(rows.flatMap((row) => row.endpoints))]);
  return c.json<ReplayListView>({
    ...slice,
    replays: rows.map((row) => replayListItemView(row, endpoints)),
  });
});

addExport(replayRoutes, replayList);

replayRoutes.get("/preview", async (c) => {
  const ctx = c.get("ctx");
  const { selection, forecast } = await previewReplay(ctx, {
    from: readMoment(c, "from"),
    to: c.req.query("to") ? readMoment(c, "to") : undefined,
    endpoints: readList(c, "endpoint"),
    types: readList(c, "type"),
    statuses: readChoices(c, "status", REPLAYABLE),
  });
  return c.json(replayPreviewView(forecast, await findEndpoints(ctx, selection.endpoints)));
});

replayRoutes.post("/", requireRole("manage_webhooks"), async (c) => {
  const { from, to, ...rest } = await readBody(c, range);
  const request: ReplayRequest = {
    ...rest,
    from: dateFromMs(Date.parse(from)),
    to: to === undefined ? undefined : dateFromMs(Date.parse(to)),
  };
  const replay = await createReplay(c.get("ctx"), request);
  return c.json({ replayId: replay.id }, 201);
});

replayRoutes.get("/:id", async (c) => {
  const ctx = c.get("ctx");
  const { replay, causes } = await replayDetail(ctx, c.req.param("id"));
  const endpoints = await findEndpoints(ctx, replay.endpoints);
  return c.json(replayDetailView(replay, causes, endpoints));
});

for (const step of ["pause", "resume", "cancel"] as const satisfies readonly Step[]) {
  replayRoutes.post(`/:id/${step}`, requireRole("manage_webhooks"), async (c) => {
    const replay = await steerReplay(c.get("ctx"), c.req.param("id"), step);
    return c.json({ status: replay.status });
  });
}

/** All results as a file, made while it is sent. */
replayRoutes.get("/:id/results.csv", requireRole("download_reports"), async (c) => {
  const replay = await getReplay(c.get("ctx"), c.req.param("id"));
  return c.body(streamOf(resultsCsv(replay)), 200, {
    "Content-Type": "text/csv; charset=utf-8",
    "Content-Disposition": `attachment; filename="${replay.id}.csv"`,
    "Cache-Control": "no-store",
  });
});

function readMoment(c: DashboardContext, name: string): Date {
  const ms = Date.parse(c.req.query(name) ?? "");
  if (Number.isNaN(ms)) throw invalid(name, "Give a moment, such as 2026-04-12T09:31:07Z.");
  return dateFromMs(ms);
}

/** `a,b`; whether there is such an endpoint or type is for the verb to say. */
function readList(c: DashboardContext, name: string): string[] | undefined {
  const values = (c.req.query(name) ?? "").split(",").filter(Boolean);
  return values.length > 0 ? values : undefined;
}
