import type { MailContent } from "#lib/domain/mail/index.ts";
import { env } from "#lib/kernel/env.ts";
import { type AnnouncedEnd, NEWEST_VERSION, type Version } from "#lib/kernel/versions.ts";
import type { VersionUse } from "./store.ts";

/** What owners are told of a version that they use and that will end. */
export function endMail(
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
      `Your account still uses version ${version} of the API. Until ${ends} it works as it does today; after that day, requests and endpoints that name it may be refused.`,
      `Nothing has to be done at once. The Versions page shows what version ${NEWEST_VERSION} would change for your own recent traffic; a pin that was changed can be taken back for 72 hours.`,
    ],
    facts: [
      ["Used by", uses.join(", ")],
      ["Supported until", ends],
      ["Newest version", NEWEST_VERSION],
    ],
    action: { label: "See what would change", url: `${env.publicUrl}/test/versions` },
  };
}
