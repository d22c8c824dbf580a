import { transact } from "#db/transact.ts";
import { type MailContent, queueMailIn } from "#lib/domain/mail/index.ts";
import { DAY_MS, now, nowMs } from "#lib/kernel/clock.ts";
import { env } from "#lib/kernel/env.ts";
import {
  type AnnouncedEnd,
  ENDS_OF_SUPPORT,
  NEWEST_VERSION,
  RELEASED_VERSIONS,
  type Version,
} from "#lib/kernel/versions.ts";
import type { VersionUse } from "./store.ts";
import * as store from "./store.ts";

/** A version counts as used for 30 days after a request. */
const RECENT_MS = 30 * DAY_MS;
const BATCH = 100;

type Ends = Readonly<Partial<Record<Version, AnnouncedEnd>>>;

/**
 * E-mails the owners of accounts that use a version whose end of support is announced, once per account and version.
 * The record and the queued e-mail commit together, so concurrent workers and crashes cannot duplicate or lose it. An
 * account that starts to use the version later is notified then.
 */
export async function notifyEndsOfSupport(ends: Ends = ENDS_OF_SUPPORT): Promise<void> {
  for (const version of RELEASED_VERSIONS) {
    const end = ends[version];
    if (!end || Date.parse(end.announced) > nowMs()) continue;
    const about = { sinceMs: nowMs() - RECENT_MS, limit: BATCH };
    for (;;) {
      const unnotified = await store.listUnnotified(version, about);
      for (const use of unnotified) await notify(version, end, use);
      if (unnotified.length < BATCH) break;
    }
  }
}

async function notify(version: Version, end: AnnouncedEnd, use: store.VersionUse): Promise<void> {
  await transact(async (tx) => {
    const { accountId } = use;
    if (!(await store.recordNotice(tx, accountId, { version, toldAt: now() }))) return;
    await queueMailIn(tx, {
      accountId,
      mode: null,
      kind: "version_ending",
      fact: `version_ending:${version}`,
      content: endMail(version, end, use),
    });
  });
}

/** The e-mail about the end of support of a version that the account uses. */
function endMail(
  version: Version,
  { ends }: AnnouncedEnd,
  { testPin, livePin, endpoints, requests }: VersionUse,
): MailContent {
  const uses = [
    ...(livePin ? ["The account's pin in live mode"] : []),
    ...(testPin ? ["The account's pin in test mode"] : []),
    ...(endpoints > 0 ? [endpoints === 1 ? "1 endpoint" : `${endpoints} endpoints`] : []),
    ...(requests > 0 ? [`${requests.toLocaleString("en")} requests in the last 30 days`] : []),
  ];
  return {
    subject: `Version ${version} of the API is supported until ${ends}`,
    paragraphs: [
      `Your account still uses version ${version} of the API. It works unchanged until ${ends}; after that day, requests and endpoints with this version may be refused.`,
      `There is no need to act immediately. The Versions page shows what version ${NEWEST_VERSION} would change for your recent traffic, and a new pin can be rolled back for 72 hours.`,
    ],
    facts: [
      ["Used by", uses.join(", ")],
      ["Supported until", ends],
      ["Newest version", NEWEST_VERSION],
    ],
    action: { label: "See what would change", url: `${env.publicUrl}/test/versions` },
  };
}
