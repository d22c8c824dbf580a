"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Sparkline } from "#components/chart/sparkline.tsx";
import { QueryState } from "#components/data/query-state.tsx";
import { choicesOf } from "#components/filters/choices.ts";
import { countText } from "#components/format/locale.ts";
import { Timestamp } from "#components/time/timestamp.tsx";
import { cx } from "#components/ui/cx.ts";
import { Section } from "#components/ui/section.tsx";
import { Segmented } from "#components/ui/segmented.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { KeyCallersView } from "#lib/dashboard/views/keys.ts";
import { CALLER_PARTS, USAGE_SLOTS } from "#lib/kernel/vocabulary/keys.ts";
import { useSession } from "../../../session.tsx";
import { count } from "../key-labels.ts";
import { callersRead, FIRST_CALLERS } from "../key-reads.ts";

type Caller = KeyCallersView["keys"][number]["callers"][number];
type Part = KeyCallersView["part"];
type Per = KeyCallersView["per"];

const PARTS = choicesOf(CALLER_PARTS, {
  address: "Address",
  client: "Client",
  version: "Version",
});

const STRETCHES = choicesOf(USAGE_SLOTS, { minute: "Last hour", hour: "Last 24 hours" });

const UNKNOWN: Record<Part, string> = {
  address: "No address",
  client: "No client",
  version: "No version",
};

const MOST_ROWS = 8;
const WATCHING_MS = 2_000;
const RESTING_MS = 10_000;

export type CallersProps = {
  id: string;
  /** One key, or both keys of a rotation, the old one first. */
  shown: readonly { id: string; name: string }[];
  note?: string;
  className?: string;
};

/** Callers of a key by address, client or version, each with a chart over time. Both keys of a rotation share one
 * scale. */
export function Callers({ id, shown, note, className }: CallersProps) {
  const { mode } = useSession();
  const [part, setPart] = useState<Part>(FIRST_CALLERS.part);
  const [per, setPer] = useState<Per>(FIRST_CALLERS.per);
  const query = useQuery({
    ...callersRead(mode, id, { part, per }),
    placeholderData: keepPreviousData,
    refetchInterval: shown.length > 1 ? WATCHING_MS : RESTING_MS,
  });
  return (
    <Section
      title="Callers"
      note={note}
      className={className}
      actions={
        <span className="flex flex-wrap justify-end gap-2">
          <Segmented label="Split by" choices={PARTS} value={part} onChange={setPart} />
          <Segmented label="Period" choices={STRETCHES} value={per} onChange={setPer} />
        </span>
      }
    >
      <QueryState query={query} what="The callers" loading={<Skeleton className="h-24 w-full" />}>
        {(view) => <RotationCallers view={view} shown={shown} />}
      </QueryState>
    </Section>
  );
}

function RotationCallers({ view, shown }: { view: KeyCallersView; shown: CallersProps["shown"] }) {
  const callersOf = (id: string) => view.keys.find((key) => key.id === id)?.callers ?? [];
  const all = shown.flatMap(({ id }) => callersOf(id));
  const max = Math.max(1, ...all.flatMap(({ slices }) => slices));
  return (
    <div className={cx("grid gap-x-8 gap-y-6", shown.length > 1 && "xl:grid-cols-2")}>
      {shown.map(({ id, name }) => (
        <CallerTable key={id} name={name} view={view} callers={callersOf(id)} max={max} />
      ))}
    </div>
  );
}

function CallerTable(props: {
  name: string;
  view: KeyCallersView;
  callers: readonly Caller[];
  max: number;
}) {
  const { name, view, callers, max } = props;
  const { part, per } = view;
  const period = per === "minute" ? "the last hour" : "the last 24 hours";
  if (callers.length === 0) {
    return (
      <p className="text-13 text-ink-muted">
        No requests with {name} in {period}.
      </p>
    );
  }
  return (
    <table className="w-full table-fixed text-13 tabular-nums">
      <caption className="sr-only">
        Requests with {name} in {period}, by {part}
      </caption>
      <thead>
        <tr className="text-12 text-ink-faint">
          <th scope="col" className="pb-1 text-left font-medium">
            {PARTS.find(({ value }) => value === part)?.label}
          </th>
          <th scope="col" className="w-24 pb-1 text-left font-medium max-sm:hidden">
            {per === "minute" ? "By minute" : "By hour"}
          </th>
          <th scope="col" className="w-20 pb-1 text-right font-medium">
            Requests
          </th>
          <th scope="col" className="w-24 pb-1 text-right font-medium">
            Last
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line border-t border-line">
        {callers.slice(0, MOST_ROWS).map((caller) => (
          <tr key={caller.value} className="h-9">
            <th
              scope="row"
              className="pr-3 text-left font-mono text-12 font-normal max-lg:wrap-anywhere lg:truncate"
            >
              {caller.value || <span className="font-sans text-ink-faint">{UNKNOWN[part]}</span>}
            </th>
            <td className="max-sm:hidden">
              <Sparkline
                values={caller.slices}
                max={max}
                label={`${count(caller.requests, "request")} in ${period}`}
                className="h-5 w-20"
              />
            </td>
            <td className="text-right">
              {countText(caller.requests)}
              {caller.errors > 0 && (
                <span className="block text-12 text-ink-faint">
                  {count(caller.errors, "error")}
                </span>
              )}
            </td>
            <td className="text-right text-ink-muted">
              <Timestamp value={caller.lastAt} />
            </td>
          </tr>
        ))}
      </tbody>
      {callers.length > MOST_ROWS && <OtherCallers callers={callers.slice(MOST_ROWS)} />}
    </table>
  );
}

function OtherCallers({ callers }: { callers: readonly Caller[] }) {
  const requests = callers.reduce((sum, caller) => sum + caller.requests, 0);
  return (
    <tfoot>
      <tr className="h-9 border-t border-line text-ink-muted">
        <th scope="row" colSpan={2} className="text-left font-normal">
          {count(callers.length, "other")}
        </th>
        <td className="text-right">{countText(requests)}</td>
        <td />
      </tr>
    </tfoot>
  );
}
