import {
  createReplayIn,
  getReplay,
  listReplays,
  listResults,
  resultsCsv,
  steerReplayIn,
  wakeAfterReplay,
} from "#lib/domain/replays/index.ts";
import { dateFromMs } from "#lib/kernel/clock.ts";
import type { ReplayStep } from "#lib/kernel/vocabulary/webhooks.ts";
import {
  cancelReplayRoute,
  createReplayRoute,
  listReplayResultsRoute,
  listReplaysRoute,
  pauseReplayRoute,
  readReplayRoute,
  resumeReplayRoute,
} from "#lib/wire/contract/replays.ts";
import { toReplayResultWire, toReplayWire } from "#lib/wire/serializers/replays.ts";
import type { Call } from "../pipeline/call.ts";
import { toPageRequest } from "../pipeline/page-request.ts";
import { endpoint } from "../pipeline/serve.ts";

const moment = (text: string) => dateFromMs(Date.parse(text));

type StepCall = Call<typeof pauseReplayRoute>;

const steer = async (
  step: ReplayStep,
  { ctx, params, once }: Pick<StepCall, "ctx" | "params" | "once">,
) => {
  const answer = await once((tx) => steerReplayIn(tx, ctx, params.replay_id, step), toReplayWire);
  wakeAfterReplay();
  return answer;
};

export const replayEndpoints = [
  endpoint(createReplayRoute, async ({ ctx, body, once }) => {
    const { from, to, dry_run: dryRun, ...rest } = body;
    const request = {
      ...rest,
      from: moment(from),
      to: to === undefined ? undefined : moment(to),
      dryRun,
    };
    const answer = await once((tx) => createReplayIn(tx, ctx, request), toReplayWire);
    wakeAfterReplay();
    return answer;
  }),

  endpoint(readReplayRoute, async ({ ctx, params }) =>
    toReplayWire(await getReplay(ctx, params.replay_id)),
  ),

  endpoint(listReplaysRoute, async ({ ctx, query, list }) => {
    const request = { ...toPageRequest(query), status: query.status };
    return list(await listReplays(ctx, request), toReplayWire);
  }),

  endpoint(listReplayResultsRoute, async (call) => {
    const { ctx, params, query, request } = call;
    const accepts = request.headers.get("accept") ?? "";
    const format = query.format ?? (accepts.startsWith("text/csv") ? "csv" : "json");
    if (format === "csv") {
      const replay = await getReplay(ctx, params.replay_id);
      return call.stream("text/csv; charset=utf-8", resultsCsv(replay));
    }
    const { limit, starting_after: startingAfter, ending_before: endingBefore, outcome } = query;
    const page = await listResults(ctx, params.replay_id, {
      limit,
      startingAfter,
      endingBefore,
      outcome,
    });
    const url = `/v1/replays/${params.replay_id}/results`;
    return { ...call.list(page, toReplayResultWire), url };
  }),

  endpoint(pauseReplayRoute, (call) => steer("pause", call)),
  endpoint(resumeReplayRoute, (call) => steer("resume", call)),
  endpoint(cancelReplayRoute, (call) => steer("cancel", call)),
];
