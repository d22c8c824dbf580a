"use client";

import { useQuery } from "@tanstack/react-query";
import { QueryState } from "#components/data/query-state.tsx";
import { Timestamp } from "#components/time/timestamp.tsx";
import { DefinitionList } from "#components/ui/definition-list.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Section } from "#components/ui/section.tsx";
import { ShortId } from "#components/ui/short-id.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import { read } from "#lib/dashboard/client.ts";
import type { AuditEntryView } from "#lib/dashboard/views/account.ts";
import { useSession } from "../../../../session.tsx";
import { DetailLoading } from "../../../shared/detail-loading.tsx";
import { Actor } from "../audit-columns.tsx";

/** One change: each field before and after, by whom and from where. */
export function AuditEntryScreen({ id }: { id: string }) {
  const query = useQuery(read("/audit/:id", { id }));
  return (
    <QueryState query={query} what="The change" loading={<DetailLoading />}>
      {(entry) => <Entry entry={entry} />}
    </QueryState>
  );
}

type Shown = { entry: AuditEntryView };

function Entry({ entry }: Shown) {
  const { mode } = useSession();
  return (
    <>
      <PageHeader
        crumbs={[
          { label: "Audit log", href: `/${mode}/settings/audit-log` },
          { label: entry.label },
        ]}
        title={entry.subject.name ? `${entry.label}: ${entry.subject.name}` : entry.label}
      />
      <div className="grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <Section title="What changed">
          <Changes changes={entry.changes} />
        </Section>
        <Section title="By whom and from where">
          <Facts entry={entry} />
        </Section>
      </div>
    </>
  );
}

function Changes({ changes }: Pick<AuditEntryView, "changes">) {
  if (changes.length === 0) {
    return <p className="text-13 text-ink-muted">This action has no fields.</p>;
  }
  return (
    <table className="w-full text-13">
      <caption className="sr-only">Fields before and after</caption>
      <thead className="border-b border-line text-left text-12 text-ink-faint">
        <tr>
          <th className="w-1/4 py-2 pr-4 font-medium">Field</th>
          <th className="py-2 pr-4 font-medium">Before</th>
          <th className="py-2 font-medium">After</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ name, before, after }) => (
          <tr key={name} className="border-b border-line align-baseline last:border-b-0">
            <th scope="row" className="py-2 pr-4 text-left font-normal text-ink-faint">
              <span className="inline-block first-letter:uppercase">{name}</span>
            </th>
            <Value text={before} />
            <Value text={after} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Value({ text }: { text: string | null }) {
  return (
    <td className="py-2 pr-4 [overflow-wrap:anywhere]">
      {text ?? <span className="text-ink-faint">None</span>}
    </td>
  );
}

function Facts({ entry }: Shown) {
  const { mode } = useSession();
  const others = `/${mode}/settings/audit-log?actor=${entry.actor.id}`;
  return (
    <DefinitionList
      facts={[
        {
          term: "By",
          value: <Actor actor={entry.actor} />,
          hint: (
            <TextLink inText href={others}>
              View all their changes
            </TextLink>
          ),
        },
        { term: "When", value: <Timestamp value={entry.createdAt} form="full" focusable /> },
        { term: "Mode", value: entry.mode ?? "Both" },
        { term: "Address", value: entry.address },
        { term: "Client", value: entry.client },
        { term: "Object", value: <ShortId id={entry.subject.id} what="object id" whole /> },
        { term: "Request", value: <ShortId id={entry.requestId} what="request id" whole /> },
      ]}
    />
  );
}
