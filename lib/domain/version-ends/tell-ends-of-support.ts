import { transact } from "#db/transact.ts";
import { queueMailIn } from "#lib/domain/mail/index.ts";
import { DAY_MS, now, nowMs } from "#lib/kernel/clock.ts";
import {
  type AnnouncedEnd,
  ENDS_OF_SUPPORT,
  RELEASED_VERSIONS,
  type Version,
} from "#lib/kernel/versions.ts";
import { endMail } from "./end-mail.ts";
import * as store from "./store.ts";

/** A request counts as use for as long. */
const RECENT_MS = 30 * DAY_MS;
const BATCH = 100;

type Ends = Readonly<Partial<Record<Version, AnnouncedEnd>>>;

/**
 * E-mails the owners of accounts that still use a version whose end of support is announced, once for each
 * account and version: the record and the e-mail commit together, so however many workers look, and
 * whenever one of them dies, one is written. An account that comes to use it later is told then.
 */
export async function tellEndsOfSupport(ends: Ends = ENDS_OF_SUPPORT): Promise<void> {
  for (const version of RELEASED_VERSIONS) {
    const end = ends[version];
    if (!end || Date.parse(end.announced) > nowMs()) continue;
    const about = { sinceMs: nowMs() - RECENT_MS, limit: BATCH };
    for (;;) {
      const untold = await store.listUntold(version, about);
      for (const use of untold) await tell(version, end, use);
      if (untold.length < BATCH) break;
    }
  }
}

async function tell(version: Version, end: AnnouncedEnd, use: store.VersionUse): Promise<void> {
  await transact(async (tx) => {
    const { accountId } = use;
    if (!(await store.recordTold(tx, accountId, { version, toldAt: now() }))) return;
    await queueMailIn(tx, {
      accountId,
      mode: null,
      kind: "version_ending",
      fact: `version_ending:${version}`,
      content: endMail(version, end, use),
    });
  });
}
