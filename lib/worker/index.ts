import { finishSignUps } from "#lib/domain/accounts/index.ts";
import { pruneAlerts, resolveEndpointAlerts } from "#lib/domain/alerts/index.ts";
import { ROLL_EVERY_MS, rollUp } from "#lib/domain/analytics/index.ts";
import { sealAudit } from "#lib/domain/audit/index.ts";
import { checkAllBooks } from "#lib/domain/books/index.ts";
import { eraseRequested } from "#lib/domain/erasure/index.ts";
import { createUpcomingPartitions, dropOldHistory } from "#lib/domain/history/index.ts";
import { prune } from "#lib/domain/idempotency/index.ts";
import { addUpLedgers, sealLedger } from "#lib/domain/ledger/index.ts";
import { createMailer, pruneMail, type SendMail, sendDueMail } from "#lib/domain/mail/index.ts";
import { noteRefusals, pruneSignIns, sendResetLinks } from "#lib/domain/members/index.ts";
import { prunePairings } from "#lib/domain/pairings/index.ts";
import { DUE_WORK, finishAdvances } from "#lib/domain/sandbox-clock/index.ts";
import { settleDueFunds } from "#lib/domain/settlements/index.ts";
import { notifyEndsOfSupport } from "#lib/domain/version-ends/index.ts";
import { disableFailingEndpoints, warnOfFailingEndpoints } from "#lib/domain/webhooks/index.ts";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "#lib/kernel/clock.ts";
import { env } from "#lib/kernel/env.ts";
import { log } from "#lib/kernel/log.ts";
import { startDispatch } from "./dispatch/dispatch.ts";
import { startDownloads } from "./downloads.ts";
import { startDueWork } from "./due-work.ts";
import { type Loop, repeat } from "./repeat.ts";
import { startReplays } from "./replays.ts";

type Start = () => Loop;

const every =
  (name: string, everyMs: number, work: () => Promise<unknown>): Start =>
  () =>
    repeat(name, everyMs, work);

/** Sends due e-mails over `SMTP_URL`; without it they are kept for the dashboard. */
const startMail = () => repeatWithMailer("sending mail", sendDueMail);

/** Sends the confirmation links of sign-ups over `SMTP_URL`; without it the accounts are created directly. */
const startSignUps = () => repeatWithMailer("finishing sign-ups", finishSignUps);

/** Runs `work` every second with a mailer of its own, or with null without a mail server. */
function repeatWithMailer(name: string, work: (send: SendMail | null) => Promise<unknown>): Loop {
  const mailer = env.smtpUrl ? createMailer(env.smtpUrl, env.mailFrom) : null;
  const loop = repeat(name, SECOND_MS, () => work(mailer?.send ?? null));
  return {
    stop: async () => {
      await loop.stop();
      mailer?.close();
    },
  };
}

/** Loops that work for accounts, which take turns (docs/decisions/0034). `turns.test.ts` needs a row for each. */
export const ACCOUNT_LOOPS: Readonly<Record<string, Start>> = {
  deliveries: () => startDispatch(),
  replays: () => startReplays(),
  mail: startMail,
  downloads: () => startDownloads(),
  ...Object.fromEntries(DUE_WORK.map((work) => [work.name, () => startDueWork(work)])),
  settlements: every("settling funds", MINUTE_MS, settleDueFunds),
  "sandbox clocks": every("advancing sandbox clocks", SECOND_MS, finishAdvances),
};

/** Loops that maintain the installation. No account waits for them. */
const MAINTENANCE_LOOPS: readonly Start[] = [
  every("watching failing endpoints", SECOND_MS, watchFailing),
  every("rolling up figures", ROLL_EVERY_MS, rollUp),
  every("checking the books", HOUR_MS, checkAllBooks),
  every("announcing ends of support", HOUR_MS, () => notifyEndsOfSupport()),
  every("recording refused sign-ins", 2 * SECOND_MS, noteRefusals),
  every("sending password reset links", SECOND_MS, sendResetLinks),
  startSignUps,
  every("sealing the audit log", 2 * SECOND_MS, sealAudit),
  every("sealing the ledger", 5 * SECOND_MS, sealLedger),
  every("adding up the ledger", SECOND_MS, addUpLedgers),
  every("pruning mail", HOUR_MS, pruneMail),
  every("pruning pairings", 10 * MINUTE_MS, prunePairings),
  every("ending alerts of endpoints", 5 * SECOND_MS, resolveEndpointAlerts),
  every("erasing customers", 5 * SECOND_MS, eraseRequested),
  every("pruning sign-ins", HOUR_MS, pruneSignIns),
  every("pruning alerts", HOUR_MS, pruneAlerts),
  every("creating upcoming partitions", SECOND_MS, createUpcomingPartitions),
  every("dropping old history", HOUR_MS, dropOldHistory),
  every("pruning idempotency keys", MINUTE_MS, prune),
];

/** Starts all loops of a worker. Any number of workers may run. `stop` waits for the running round of each loop. */
export function startWorker(): Loop {
  const starts = [...Object.values(ACCOUNT_LOOPS), ...MAINTENANCE_LOOPS];
  const loops = starts.map((start) => start());
  return {
    stop: async () => {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}

/** Disables first, so that a disabled endpoint gets no extra warning. */
async function watchFailing(): Promise<void> {
  for (const endpoint of await disableFailingEndpoints()) {
    log.warn("endpoint disabled: no delivery succeeded for 72 hours", endpoint);
  }
  await warnOfFailingEndpoints();
}
