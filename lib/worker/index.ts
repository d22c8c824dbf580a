import { ROLL_EVERY_MS, rollUp } from "#lib/domain/analytics/index.ts";
import { sealAudit } from "#lib/domain/audit/index.ts";
import { checkAllBooks } from "#lib/domain/books/index.ts";
import { createUpcomingPartitions, dropOldHistory } from "#lib/domain/history/index.ts";
import { prune } from "#lib/domain/idempotency/index.ts";
import { pruneMail } from "#lib/domain/mail/index.ts";
import { noteRefusals, sendResetLinks } from "#lib/domain/members/index.ts";
import { DUE_WORK, finishAdvances } from "#lib/domain/sandbox-clock/index.ts";
import { settleDueFunds } from "#lib/domain/settlements/index.ts";
import { notifyEndsOfSupport } from "#lib/domain/version-ends/index.ts";
import { disableFailingEndpoints, warnOfFailingEndpoints } from "#lib/domain/webhooks/index.ts";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "#lib/kernel/clock.ts";
import { log } from "#lib/kernel/log.ts";
import { startDispatch } from "./dispatch/dispatch.ts";
import { startDownloads } from "./downloads.ts";
import { startDueWork } from "./due-work.ts";
import { startMail } from "./mail.ts";
import { type Loop, repeat } from "./repeat.ts";
import { startReplays } from "./replays.ts";
import { startSignUps } from "./sign-ups.ts";

type Start = () => Loop;

const every =
  (name: string, everyMs: number, work: () => Promise<unknown>): Start =>
  () =>
    repeat(name, everyMs, work);

/** What works for accounts, each in turns (docs/decisions/0034). A test wants a row for each of them. */
export const ACCOUNT_LOOPS: Readonly<Record<string, Start>> = {
  deliveries: () => startDispatch(),
  replays: () => startReplays(),
  mail: startMail,
  downloads: () => startDownloads(),
  ...Object.fromEntries(DUE_WORK.map((work) => [work.name, () => startDueWork(work)])),
  settlements: every("settling funds", MINUTE_MS, settleDueFunds),
  "sandbox clocks": every("advancing sandbox clocks", SECOND_MS, finishAdvances),
};

/** What keeps house for the installation as a whole. No account waits for it. */
const HOUSE_LOOPS: readonly Start[] = [
  every("watching failing endpoints", SECOND_MS, watchFailing),
  every("rolling up figures", ROLL_EVERY_MS, rollUp),
  every("checking the books", HOUR_MS, checkAllBooks),
  every("telling of ends of versions", HOUR_MS, () => notifyEndsOfSupport()),
  every("telling the audit log of refused sign-ins", 2 * SECOND_MS, noteRefusals),
  every("sending links that reset passwords", SECOND_MS, sendResetLinks),
  startSignUps,
  every("sealing the audit log", 2 * SECOND_MS, sealAudit),
  every("pruning mail", HOUR_MS, pruneMail),
  every("making room for the coming days", SECOND_MS, createUpcomingPartitions),
  every("dropping old history", HOUR_MS, dropOldHistory),
  every("pruning idempotency keys", MINUTE_MS, prune),
];

/**
 * Starts what runs beside the API: sending deliveries and keeping house. Any number of workers may
 * run. `stop` lets every loop finish what it is at.
 */
export function startWorker(): Loop {
  const starts = [...Object.values(ACCOUNT_LOOPS), ...HOUSE_LOOPS];
  const loops = starts.map((start) => start());
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
