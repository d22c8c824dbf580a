"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import { useMemo } from "react";
import { QueryState } from "#components/data/query-state.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import { diffFields, type ShapeChange } from "#components/versions/field-diff.ts";
import { FieldDiffTable } from "#components/versions/field-diff-table.tsx";
import type { EndpointCompareView } from "#lib/dashboard/views/versions.ts";
import { useSession } from "../../../session.tsx";
import { endpointCompareRead } from "../hook-reads.ts";

export type VersionDiffsProps = {
  endpointId: string;
  target: string;
  changes: readonly ShapeChange[];
};

type Shown = EndpointCompareView["events"][number] & { differs: number };

/** An endpoint's latest event of each type in its version and another, by field. Types that differ come first; those in
 * which only the version's date differs are listed below. */
export function VersionDiffs({ endpointId, target, changes }: VersionDiffsProps) {
  const { mode } = useSession();
  const query = useQuery({
    ...endpointCompareRead(mode, endpointId, target),
    placeholderData: keepPreviousData,
  });
  return (
    <QueryState query={query} what="The comparison" loading={<Skeleton className="h-64 w-full" />}>
      {(view) => <Diffs view={view} changes={changes} />}
    </QueryState>
  );
}

function Diffs({ view, changes }: { view: EndpointCompareView; changes: readonly ShapeChange[] }) {
  const shown = useMemo(() => counted(view, changes), [view, changes]);
  const touched = shown.filter(({ differs }) => differs > 0);
  const same = shown.filter(({ differs }) => differs === 0);
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <p className="text-13 text-ink-muted">{headline(view, touched.length)}</p>
      {touched.map((one, index) => (
        <TypeDiff
          key={`${one.type} ${view.to}`}
          shown={one}
          view={view}
          changes={changes}
          open={index === 0}
        />
      ))}
      {same.length > 0 && (
        <p className="text-13 text-ink-muted">
          Only the version's date changes in{" "}
          {same.map(({ type }, index) => (
            <span key={type}>
              {index > 0 && ", "}
              <code className="font-mono text-12">{type}</code>
            </span>
          ))}
          .
        </p>
      )}
    </div>
  );
}

function headline({ events }: EndpointCompareView, touched: number): string {
  if (events.some(({ isReal }) => !isReal)) {
    return "Nothing was sent here yet, so an example event is shown.";
  }
  if (touched === 0) return "Nothing changes in the events that this endpoint received lately.";
  const one = events.length === 1;
  return `Your endpoint's latest event of each type. ${touched} of ${events.length} ${one ? "type changes its" : "types change their"} shape.`;
}

type TypeDiffProps = {
  shown: Shown;
  view: EndpointCompareView;
  changes: readonly ShapeChange[];
  open: boolean;
};

function TypeDiff({ shown, view, changes, open }: TypeDiffProps) {
  const { mode } = useSession();
  const { type, id, differs, before, after } = shown;
  return (
    <details open={open} className="group min-w-0 rounded-base border border-line">
      <summary className="flex min-h-10 cursor-pointer list-none flex-wrap items-center gap-x-2 gap-y-0.5 px-3 py-2 text-13 [&::-webkit-details-marker]:hidden">
        <ChevronRight
          className="size-3.5 text-ink-faint transition-transform group-open:rotate-90"
          aria-hidden
        />
        <code className="font-mono text-12 font-medium">{type}</code>
        <span className="ml-auto text-ink-muted tabular-nums">
          {differs} {differs === 1 ? "field differs" : "fields differ"}
        </span>
      </summary>
      <div className="flex min-w-0 flex-col gap-2 px-3 pb-3">
        {id && (
          <p className="text-13 text-ink-muted">
            Seen on{" "}
            <TextLink
              inText
              href={`/${mode}/events/${id}`}
              className="font-mono text-12 [overflow-wrap:anywhere]"
            >
              {id}
            </TextLink>
          </p>
        )}
        <FieldDiffTable
          caption={`${type} in version ${view.from} and in ${view.to}`}
          left={{ version: view.from, label: `${view.from}, now`, object: before }}
          right={{ version: view.to, label: view.to, object: after }}
          changes={changes}
        />
      </div>
    </details>
  );
}

/** Number of differing fields, most first. The envelope's `version` always differs. */
function counted(view: EndpointCompareView, changes: readonly ShapeChange[]): Shown[] {
  return view.events
    .map((event) => {
      const rows = diffFields(
        { version: view.from, object: event.before },
        { version: view.to, object: event.after },
        changes,
      );
      const differing = rows.filter(
        ({ kind, left, right }) => kind !== "same" && (left ?? right)?.path !== "version",
      );
      return { ...event, differs: differing.length };
    })
    .sort((a, b) => b.differs - a.differs);
}
