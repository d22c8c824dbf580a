import { ROLL_EVERY_MS, rollUp } from "#lib/domain/analytics/index.ts";
import { checkAllBooks } from "#lib/domain/books/index.ts";
import { makeRoom, rollHistory } from "#lib/domain/events/index.ts";
import { prune } from "#lib/domain/idempotency/index.ts";
import { pruneMail } from "#lib/domain/mail/index.ts";
import { tellEndsOfSupport } from "#lib/domain/version-ends/index.ts";
import {
  disableFailingEndpoints,
  type RenderEventBody,
  warnOfFailingEndpoints,
} from "#lib/domain/webhooks/index.ts";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "#lib/kernel/clock.ts";
import { log } from "#lib/kernel/log.ts";
import { startDispatch } from "./dispatch.ts";
import { startDownloads } from "./downloads.ts";
import { startMail } from "./mail.ts";
import { type Loop, repeat } from "./repeat.ts";
import { startReplays } from "./replays.ts";
import { startSettling } from "./settle-funds.ts";
import { settleUnfinished } from "./settle-unfinished.ts";

/**
 * Starts what runs beside the API: sending deliveries and keeping house. Any number of workers may
 * run. `stop` lets every loop finish what it is at.
 */
export function startWorker(options: { renderEventBody: RenderEventBody }): Loop {
  const loops: Loop[] = [
    startDispatch(options),
    startReplays(),
    repeat("asking rails about open outcomes", SECOND_MS, settleUnfinished),
    ...startSettling(),
    repeat("watching failing endpoints", SECOND_MS, watchFailing),
    startMail(),
    startDownloads(),
    repeat("rolling up figures", ROLL_EVERY_MS, rollUp),
    repeat("checking the books", HOUR_MS, checkAllBooks),
    repeat("telling of ends of versions", HOUR_MS, () => tellEndsOfSupport()),
    repeat("pruning mail", HOUR_MS, pruneMail),
    repeat("making room for the coming days", SECOND_MS, makeRoom),
    repeat("rolling the history", HOUR_MS, rollHistory),
    repeat("pruning idempotency keys", MINUTE_MS, prune),
  ];
  return {
    stop: async () => {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}

/** Who is disabled is not warned as well. */
async function watchFailing(): Promise<void> {
  for (const endpoint of await disableFailingEndpoints()) {
    log.warn("an endpoint was disabled: nothing succeeded for 72 hours", endpoint);
  }
  await warnOfFailingEndpoints();
}
