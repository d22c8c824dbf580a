"use client";

import type { ReactNode } from "react";
import { Section } from "#components/ui/section.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import type { VersionsView } from "#lib/dashboard/views/versions.ts";
import { ChangeEntry, CorrectionEntry } from "../../../docs/api/versions/change-entry.tsx";
import { useContract } from "./contract.ts";

/** Every release with its breaking changes, and corrections of all versions. */
export function Changelog({ view }: { view: VersionsView }) {
  const { changes, corrections } = useContract();
  return (
    <Section
      title="Changelog"
      note="New fields and values are added to every version without an entry here."
      actions={
        <TextLink href="/docs/api/versions" className="text-13">
          View in the documentation
        </TextLink>
      }
    >
      <div className="flex flex-col">
        {corrections.length > 0 && (
          <Row title="Corrections">
            <Entries>
              {corrections.map((correction) => (
                <CorrectionEntry key={correction.name} correction={correction} heading="h4" />
              ))}
            </Entries>
          </Row>
        )}
        {view.versions.map(({ version }) => (
          <Row key={version} title={version}>
            <Release changes={changes.filter(({ date }) => date === version)} />
          </Row>
        ))}
      </div>
    </Section>
  );
}

function Row({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-8 gap-y-3 border-b border-line py-5 first:pt-2 last:border-b-0 md:grid-cols-[10rem_minmax(0,1fr)]">
      <h3 className="text-14 font-semibold tabular-nums">{title}</h3>
      {children}
    </div>
  );
}

function Entries({ children }: { children: ReactNode }) {
  return <div className="grid gap-x-10 gap-y-6 xl:grid-cols-2">{children}</div>;
}

function Release({ changes }: { changes: ReturnType<typeof useContract>["changes"] }) {
  if (changes.length === 0) return <p className="text-14 text-ink-muted">The first release.</p>;
  return (
    <Entries>
      {changes.map((change) => (
        <ChangeEntry key={change.title} change={change} heading="h4" />
      ))}
    </Entries>
  );
}
