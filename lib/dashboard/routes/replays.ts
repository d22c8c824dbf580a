import { z } from "zod";
import {
  browseReplays,
  createReplay,
  getReplay,
  previewReplay,
  type ReplayRequest,
  replayDetail,
  resultsCsv,
  steerReplay,
  whyNotSteered,
} from "#lib/domain/replays/index.ts";
import { findEndpoints } from "#lib/domain/webhooks/index.ts";
import { dateFromMs } from "#lib/kernel/clock.ts";
import { invalid } from "#lib/kernel/errors.ts";
import { textStreamOf } from "#lib/kernel/streams.ts";
import type { ReplayStep } from "#lib/kernel/vocabulary/webhooks.ts";
import { REPLAYABLE } from "#lib/kernel/vocabulary/webhooks.ts";
import { readChoices, readPageParam, readParam } from "../list-params.ts";
import { addExport } from "../lists/list.ts";
import { replayList } from "../lists/webhooks.ts";
import { requireRole } from "../middleware/require.ts";
import { readBody } from "../read-body.ts";
import type { QueryContext } from "../typed-routes.ts";
import { type RouteContext, reply, routesAt } from "../typed-routes.ts";
import { ACTIONS, allowedActions } from "../views/actions.ts";
import {
  type ReplayStatusView,
  replayDetailView,
  replayListItemView,
  replayPreviewView,
} from "../views/webhooks.ts";

export const replayRoutes = routesAt("/:mode/replays");

const moment = z.iso.datetime({ offset: true, error: "Give a time with its UTC offset." });
export const range = z.strictObject({
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
  return reply(c, {
    ...slice,
    replays: rows.map((row) => replayListItemView(row, endpoints)),
  });
});

addExport(replayRoutes, replayList);

replayRoutes.get("/preview", async (c) => {
  const ctx = c.get("ctx");
  const { selection, forecast } = await previewReplay(ctx, {
    from: readMoment(c, "from"),
    to: readParam(c, "to") ? readMoment(c, "to") : undefined,
    endpoints: readList(c, "endpoint"),
    types: readList(c, "type"),
    statuses: readChoices(c, "status", REPLAYABLE),
  });
  return reply(c, replayPreviewView(forecast, await findEndpoints(ctx, selection.endpoints)));
});

replayRoutes.post("/", requireRole("manage_webhooks"), async (c) => {
  const { from, to, ...rest } = await readBody(c, range);
  const request: ReplayRequest = {
    ...rest,
    from: dateFromMs(Date.parse(from)),
    to: to === undefined ? undefined : dateFromMs(Date.parse(to)),
  };
  const replay = await createReplay(c.get("ctx"), request);
  return reply(c, { replayId: replay.id }, 201);
});

replayRoutes.get("/:id", async (c) => {
  const ctx = c.get("ctx");
  const { replay, causes } = await replayDetail(ctx, c.req.param("id"));
  const endpoints = await findEndpoints(ctx, replay.endpoints);
  const actions = allowedActions("replay", c.get("membership").role, {
    pause: whyNotSteered(replay, "pause"),
    resume: whyNotSteered(replay, "resume"),
    cancel: whyNotSteered(replay, "cancel"),
  });
  return reply(c, replayDetailView(replay, causes, endpoints, actions));
});

const steer = (step: ReplayStep) => async (c: RouteContext<ReplayStatusView>) => {
  const { status } = await steerReplay(c.get("ctx"), c.req.param("id") ?? "", step);
  return reply(c, { status });
};

replayRoutes.post("/:id/pause", requireRole(ACTIONS.replay.pause), steer("pause"));
replayRoutes.post("/:id/resume", requireRole(ACTIONS.replay.resume), steer("resume"));
replayRoutes.post("/:id/cancel", requireRole(ACTIONS.replay.cancel), steer("cancel"));

/** All results as CSV, streamed while they are read. */
replayRoutes.get("/:id/results.csv", requireRole("download_reports"), async (c) => {
  const replay = await getReplay(c.get("ctx"), c.req.param("id"));
  return c.body(textStreamOf(resultsCsv(replay)), 200, {
    "Content-Type": "text/csv; charset=utf-8",
    "Content-Disposition": `attachment; filename="${replay.id}.csv"`,
    "Cache-Control": "no-store",
  });
});

function readMoment<N extends string>(c: QueryContext<N>, name: N): Date {
  const ms = Date.parse(readParam(c, name) ?? "");
  if (Number.isNaN(ms)) throw invalid(name, "Give a time, such as 2026-04-12T09:31:07Z.");
  return dateFromMs(ms);
}

/** `a,b`; the verb checks whether these endpoints or types exist. */
function readList<N extends string>(c: QueryContext<N>, name: N): string[] | undefined {
  const values = (readParam(c, name) ?? "").split(",").filter(Boolean);
  return values.length > 0 ? values : undefined;
}
