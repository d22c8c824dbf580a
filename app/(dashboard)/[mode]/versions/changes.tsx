"use client";

import { plural } from "#components/format/delivery-labels.ts";
import { countText } from "#components/format/locale.ts";
import type { VersionsView } from "#lib/dashboard/views/versions.ts";
import { ChangeEntry } from "../../../docs/api/versions/change-entry.tsx";
import { useContract } from "./contract.ts";
import { changesBetween, touchedCalls, touchedEvents } from "./version-labels.ts";

type Endpoint = VersionsView["endpoints"][number];
type Change = ReturnType<typeof useContract>["changes"][number];
type Props = { view: VersionsView; from: string; to: string; endpoint: Endpoint | null };

const SHOWN_CALLS = 4;

/** The changes between two versions, and the calls of the merchant that they affect. */
export function Changes({ view, from, to, endpoint }: Props) {
  const { changes } = useContract();
  const met = (change: Change) =>
    endpoint ? touchedEvents(endpoint.events, change) : touchedCalls(view.use, change);
  // Changes that affect the merchant come first.
  const between = changesBetween(changes, from, to)
    .map((change) => ({ change, isMet: met(change).length > 0 }))
    .sort((a, b) => Number(b.isMet) - Number(a.isMet));
  return (
    <div className="min-w-0">
      <h3 className="text-13 text-ink-muted">
        {plural(between.length, "change")} {to > from ? "upgrading" : "reverted when downgrading"}{" "}
        to <span className="tabular-nums">{to}</span>
      </h3>
      <div className="mt-4 flex flex-col gap-6">
        {between.map(({ change }) => (
          <ChangeEntry key={change.title} change={change} heading="h4" brief>
            {endpoint ? (
              <TouchedEvents endpoint={endpoint} change={change} />
            ) : (
              <TouchedCalls view={view} change={change} />
            )}
          </ChangeEntry>
        ))}
      </div>
    </div>
  );
}

function TouchedCalls({ view, change }: { view: VersionsView; change: Change }) {
  const { calls } = useContract();
  const touched = touchedCalls(view.use, change);
  if (touched.length === 0) {
    return (
      <p className="mt-2 text-13 text-ink-faint">
        None of your calls of the last 30 days that rely on the pin are affected.
      </p>
    );
  }
  const more = touched.length - SHOWN_CALLS;
  return (
    <p className="mt-2 rounded-base bg-warning-soft px-3 py-2 text-13 text-warning-ink">
      Affects your calls of the last 30 days:{" "}
      {touched.slice(0, SHOWN_CALLS).map(({ route, requests, writes }, index) => (
        <span key={route}>
          {index > 0 && ", "}
          <code className="font-mono text-12 [overflow-wrap:anywhere]">
            {calls[route] ?? route}
          </code>{" "}
          <span className="tabular-nums">
            ({countText(requests)}
            {writes && change.fields.length > 0 && ", also request parameters"})
          </span>
        </span>
      ))}
      {more > 0 && ` and ${plural(more, "other call")}`}
    </p>
  );
}

function TouchedEvents({ endpoint, change }: { endpoint: Endpoint; change: Change }) {
  const touched = touchedEvents(endpoint.events, change);
  if (touched.length === 0) {
    return (
      <p className="mt-2 text-13 text-ink-faint">Not in any event that this endpoint receives.</p>
    );
  }
  return (
    <p className="mt-2 rounded-base bg-warning-soft px-3 py-2 text-13 text-warning-ink">
      In events that this endpoint receives:{" "}
      {touched.map((type, index) => (
        <span key={type}>
          {index > 0 && ", "}
          {type === "*" ? "all events of these" : <code className="font-mono text-12">{type}</code>}
        </span>
      ))}
    </p>
  );
}
