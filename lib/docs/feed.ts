import { ORIGIN } from "./origin.ts";
import { escaped } from "./page.ts";

type Entry = { date: string; title: string; description: string };

/** The contract's lists of versions, as far as the feed reads them. */
export type VersionList = {
  changes: readonly Entry[];
  additions: readonly Entry[];
  corrections: readonly Entry[];
};

const PAGE = `${ORIGIN}/docs/api/versions`;

/** The changes of the API as an Atom feed, newest first, from the modules that make the older shapes. */
export function changelogFeed({ changes, additions, corrections }: VersionList): string {
  const entries = [
    ...changes.map((one) => ({ ...one, kind: "version", where: `#v${one.date}` })),
    ...additions.map((one) => ({ ...one, kind: "addition", where: "#additions" })),
    ...corrections.map((one) => ({ ...one, kind: "correction", where: "#corrections" })),
  ].sort((a, b) => b.date.localeCompare(a.date));
  const updated = entries[0]?.date ?? "1970-01-01";
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<title>Changes of the Paydesk API</title>
<id>${ORIGIN}/docs/changelog.atom</id>
<link rel="self" href="${ORIGIN}/docs/changelog.atom"/>
<link href="${PAGE}"/>
<updated>${updated}T00:00:00Z</updated>
<author><name>Paydesk</name></author>
${entries.map(entryXml).join("\n")}
</feed>
`;
}

function entryXml(entry: Entry & { kind: string; where: string }): string {
  const { date, title, description, kind, where } = entry;
  const slug = title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  return `<entry>
<title>${escaped(title)}</title>
<id>urn:paydesk:${kind}:${date}:${slug}</id>
<link href="${PAGE}${where}"/>
<updated>${date}T00:00:00Z</updated>
<category term="${kind}"/>
<summary>${escaped(description)}</summary>
</entry>`;
}
