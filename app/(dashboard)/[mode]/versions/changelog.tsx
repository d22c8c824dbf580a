"use client";

import { Section } from "#components/ui/section.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import type { VersionsView } from "#lib/dashboard/client.ts";
import { ChangeEntry } from "../../../docs/api/versions/change-entry.tsx";
import { useContract } from "./versions-screen.tsx";

/** Every release with all that it broke. */
export function Changelog({ view }: { view: VersionsView }) {
  const { changes } = useContract();
  return (
    <Section
      title="Changelog"
      note="Fields and values that are only added come to every version without an entry here."
      actions={
        <TextLink href="/docs/api/versions" className="text-13">
          In the documentation
        </TextLink>
      }
    >
      <div className="flex flex-col">
        {view.versions.map(({ version }) => (
          <div
            key={version}
            className="grid gap-x-8 gap-y-3 border-b border-line py-5 first:pt-2 last:border-b-0 md:grid-cols-[10rem_minmax(0,1fr)]"
          >
            <h3 className="text-14 font-semibold tabular-nums">{version}</h3>
            <Release changes={changes.filter(({ date }) => date === version)} />
          </div>
        ))}
      </div>
    </Section>
  );
}

function Release({ changes }: { changes: ReturnType<typeof useContract>["changes"] }) {
  if (changes.length === 0) return <p className="text-14 text-ink-muted">The first release.</p>;
  return (
    <div className="grid gap-x-10 gap-y-6 xl:grid-cols-2">
      {changes.map((change) => (
        <ChangeEntry key={change.title} change={change} heading="h4" />
      ))}
    </div>
  );
}
