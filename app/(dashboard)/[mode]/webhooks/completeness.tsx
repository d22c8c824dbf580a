"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { FilterBar } from "#components/filters/filter-bar.tsx";
import { useUrlFilters } from "#components/filters/use-url-filters.ts";
import { plural } from "#components/format/delivery-labels.ts";
import { countText } from "#components/format/locale.ts";
import { cx } from "#components/ui/cx.ts";
import { ErrorBanner } from "#components/ui/error-banner.tsx";
import { PlaceLink } from "#components/ui/place-link.tsx";
import { Section } from "#components/ui/section.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { ReconciliationView } from "#lib/dashboard/views/webhooks.ts";
import type { DeliveryStatus } from "#lib/kernel/vocabulary/webhooks.ts";
import { useSession } from "../../session.tsx";
import { COMPLETENESS_FILTERS } from "./hook-filters.ts";
import { completenessRead, typeChoices, withChoices } from "./hook-reads.ts";

const REFRESH_MS = 60_000;

type Standing = DeliveryStatus;

/** In order: arrived, may still arrive, will not arrive without action. */
const STANDINGS: ReadonlyArray<{ of: Standing; word: string; ground: string; ink: string }> = [
  { of: "delivered", word: "delivered", ground: "bg-positive", ink: "text-positive-ink" },
  { of: "pending", word: "in progress", ground: "bg-info", ink: "text-info-ink" },
  { of: "retrying", word: "retrying", ground: "bg-warning/55", ink: "text-warning-ink" },
  { of: "held", word: "held", ground: "bg-warning", ink: "text-warning-ink" },
  { of: "failed", word: "failed", ground: "bg-negative", ink: "text-negative-ink" },
  { of: "canceled", word: "canceled", ground: "bg-ink-faint", ink: "text-ink-muted" },
];

/** Whether every event of a period was delivered, by type and for all endpoints or one. The choices are in the address. */
export function Completeness({ endpointId }: { endpointId?: string }) {
  const { mode } = useSession();
  const filters = useUrlFilters(COMPLETENESS_FILTERS);
  const { happened = "24h", type } = filters.values;
  const asked = {
    happened,
    ...(type ? { type } : {}),
    ...(endpointId ? { endpoint: endpointId } : {}),
  };
  const query = useQuery({
    ...completenessRead(mode, asked),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
    // Counting every delivery of the range is expensive.
    meta: { follows: false },
  });
  const { data } = query;
  const defs = withChoices(COMPLETENESS_FILTERS, { type: typeChoices(data?.types) });
  const listOf = (standing?: Standing) => {
    const params = new URLSearchParams({ ...asked, ...(standing ? { standing } : {}) });
    return `/${mode}/webhooks/deliveries?${params.toString().replaceAll("%2C", ",").replaceAll("%3A", ":")}`;
  };
  return (
    <Section
      title="Completeness"
      note={
        filters.values.happened
          ? "Each number opens its list"
          : "The last 24 hours. Each number opens its list"
      }
    >
      <FilterBar filters={{ ...filters, defs }} />
      {data ? (
        <Result
          found={data}
          listOf={listOf}
          eventsHref={`/${mode}/events?${new URLSearchParams({ created: happened, ...(type ? { type } : {}) })}`}
          stale={query.isPlaceholderData}
          nowhere={endpointId ? "not sent to this endpoint" : "sent to no endpoint"}
        />
      ) : query.error ? (
        <ErrorBanner error={query.error} />
      ) : (
        <Skeleton className="h-29.5 max-sm:h-34.5" />
      )}
    </Section>
  );
}

type ResultProps = {
  found: ReconciliationView;
  listOf: (standing?: Standing) => string;
  eventsHref: string;
  stale: boolean;
  /** Events that made no delivery, and why. */
  nowhere: string;
};

function Result({ found, listOf, eventsHref, stale, nowhere }: ResultProps) {
  const shown = STANDINGS.filter(({ of }) => of === "delivered" || found[of] > 0);
  return (
    <div
      aria-live="polite"
      aria-busy={stale || undefined}
      className={cx("flex flex-col gap-3 transition-opacity", stale && "opacity-50")}
    >
      <dl className="flex flex-wrap items-end gap-x-8 gap-y-3">
        <Figure word="emitted" value={found.emitted} href={eventsHref} />
        {found.expected !== found.emitted && (
          <Figure word="to be delivered" value={found.expected} href={listOf()} />
        )}
        {shown.map(({ of, word, ink }) => (
          <Figure
            key={of}
            word={word}
            value={found[of]}
            href={listOf(of)}
            ink={found[of] > 0 ? ink : undefined}
          />
        ))}
      </dl>
      {found.expected > 0 && (
        <div
          aria-hidden
          className="flex h-1.5 gap-px overflow-hidden rounded-full bg-surface-sunken"
        >
          {shown.map(
            ({ of, ground }) =>
              found[of] > 0 && (
                <span key={of} className={cx("min-w-1", ground)} style={{ flexGrow: found[of] }} />
              ),
          )}
        </div>
      )}
      <p className="max-w-prose text-13 text-ink-muted">{verdict(found, nowhere)}</p>
    </div>
  );
}

function Figure(props: { word: string; value: number; href: string; ink?: string }) {
  const { word, value, href, ink } = props;
  return (
    <div className="flex flex-col-reverse">
      <dt className={cx("text-13", ink ?? "text-ink-muted")}>{word}</dt>
      <dd>
        <PlaceLink
          href={href}
          className="rounded-small text-20 font-semibold tabular-nums underline-offset-4 hover:underline"
        >
          {countText(value)}
          <span className="sr-only"> {word}: open the list</span>
        </PlaceLink>
      </dd>
    </div>
  );
}

/** The numbers of events and deliveries differ if an event goes to several endpoints or to none. */
function verdict(found: ReconciliationView, nowhere: string): string {
  const { emitted, unsubscribed, expected, delivered } = found;
  if (emitted === 0) return "No events in this period.";
  const unsubscribedNote =
    unsubscribed > 0
      ? ` ${plural(unsubscribed, "event")} ${unsubscribed === 1 ? "was" : "were"} ${nowhere}.`
      : "";
  if (expected === 0) return `${plural(emitted, "event")}, ${nowhere}.`;
  const made = `${plural(emitted, "event")} made ${plural(expected, "delivery")}. Replays are not counted twice.`;
  const missing = expected - delivered;
  const end =
    missing === 0 ? "All of them arrived." : `${countText(missing)} have not arrived yet.`;
  return `${made} ${end}${unsubscribedNote}`;
}
