"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { QueryState } from "#components/data/query-state.tsx";
import { plural } from "#components/format/delivery-labels.ts";
import { countText } from "#components/format/locale.ts";
import { cx } from "#components/ui/cx.ts";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { ShadowView } from "#lib/dashboard/views/versions.ts";
import { useSession } from "../../session.tsx";
import { shadowRead } from "./compared.ts";
import { useContract } from "./contract.ts";
import { groupByChange, type ShadowGroup } from "./shadow-groups.ts";

/** Changes by another pin to the merchant's events of the last 7 days, by field. */
export function Shadow({ from, to }: { from: string; to: string }) {
  const { mode } = useSession();
  const query = useQuery({
    ...shadowRead(mode, from, to),
    // The past week does not change, so no refetching.
    staleTime: 60_000,
  });
  return (
    <section aria-labelledby="shadow" className="min-w-0">
      <h3 id="shadow" className="text-14 font-semibold">
        Your last week in {to}
      </h3>
      <QueryState query={query} what="The comparison" loading={<Skeleton className="mt-3 h-40" />}>
        {(view) => <ShadowResult view={view} />}
      </QueryState>
    </section>
  );
}

function ShadowResult({ view }: { view: ShadowView }) {
  const { changes } = useContract();
  const { events, differing, isCapped, to } = view;
  if (events === 0) {
    return (
      <p className="mt-1 text-13 text-ink-muted">
        There were no events in the last seven days. The comparison below uses example objects.
      </p>
    );
  }
  const groups = groupByChange(view, changes);
  return (
    <>
      <p className="mt-1 max-w-prose text-13 text-ink-muted">
        {isCapped ? "The newest " : "All "}
        {plural(events, "object")} in your events of the last seven days, rendered in both versions:{" "}
        <strong className="font-semibold text-ink">
          {differing === 0 ? `none differ in ${to}` : `${countText(differing)} differ in ${to}`}
        </strong>
        .
      </p>
      <div className="mt-4 flex flex-col gap-6">
        {groups.map((group) => (
          <Group key={group.title} group={group} />
        ))}
      </div>
    </>
  );
}

const LOOKS = {
  added: ["Added", "text-positive-ink"],
  removed: ["Removed", "text-negative-ink"],
  changed: ["Changed", "text-warning-ink"],
} as const;

function Group({ group }: { group: ShadowGroup }) {
  return (
    <div className="min-w-0">
      <h4 className="text-13 font-medium">
        {group.title}{" "}
        <span className="font-normal text-ink-faint tabular-nums">
          in {plural(group.count, "object")}
        </span>
      </h4>
      <div className="mt-1.5 overflow-x-auto rounded-base border border-line">
        <table className="w-full min-w-140 table-fixed text-12">
          <caption className="sr-only">{group.title}, field by field</caption>
          <thead>
            <tr className="bg-surface-sunken text-left text-ink-muted">
              <Head className="w-[32%]">Field</Head>
              <Head className="w-21">
                <span className="sr-only">Change</span>
              </Head>
              <Head>Now</Head>
              <Head>Then</Head>
              <Head className="w-19 text-right">Objects</Head>
            </tr>
          </thead>
          <tbody>
            {group.rows.map(({ object, path, kind, count: objects, sample }) => (
              <tr key={`${object} ${kind} ${path}`} className="border-t border-line align-top">
                <th
                  scope="row"
                  className="px-3 py-1.5 text-left font-mono font-normal [overflow-wrap:anywhere]"
                >
                  <span className="text-ink-faint">{object}.</span>
                  <span className="text-code-key">{path}</span>
                </th>
                <td className={cx("px-3 py-1.5 font-medium", LOOKS[kind][1])}>{LOOKS[kind][0]}</td>
                <Value shown={kind !== "added"} value={sample.before} />
                <Value shown={kind !== "removed"} value={sample.after} />
                <td className="px-3 py-1.5 text-right tabular-nums">{countText(objects)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

function Head({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <th scope="col" className={cx("h-8 px-3 font-medium", className)}>
      {children}
    </th>
  );
}

function Value({ shown, value }: { shown: boolean; value: unknown }) {
  return (
    <td className="px-3 py-1.5">
      {shown ? (
        <code className="font-mono [overflow-wrap:anywhere]">{JSON.stringify(value)}</code>
      ) : (
        <span className="text-ink-faint">absent</span>
      )}
    </td>
  );
}
