import { useQuery } from "@tanstack/react-query";
import { CircleCheck, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { countText } from "#components/format/locale.ts";
import {
  flowWords,
  peopleWords,
  shareOf,
  sliceWords,
  waitWords,
} from "#components/home/incident-words.ts";
import { Money } from "#components/money/money.tsx";
import { declineName } from "#components/payments/decline-names.ts";
import { Timestamp } from "#components/time/timestamp.tsx";
import { toZonedInput } from "#components/time/zoned-input.ts";
import { cx } from "#components/ui/cx.ts";
import { Rate } from "#components/ui/rate.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import { read } from "#lib/dashboard/client.ts";
import type { HomeView } from "#lib/dashboard/views/home.ts";
import type { IncidentView } from "#lib/dashboard/views/incidents.ts";
import { useSession } from "../../session.tsx";
import { RetryDeclines } from "../payments/retry-declines.tsx";
import type { RetryFilter } from "../payments/retry-dialog.tsx";
import { retryFilter } from "./retry-filter.ts";

/** The fall of approvals that goes on, or was resolved in the last day: one card. */
export function IncidentCard({ home }: { home: HomeView }) {
  const { mode } = useSession();
  const { incident } = home;
  if (!incident) return null;
  const isOver = incident.resolvedAt !== null;
  const Icon = isOver ? CircleCheck : TriangleAlert;
  return (
    <section
      aria-labelledby="incident"
      className={cx(
        "rounded-large border px-4 py-3",
        isOver ? "border-line bg-surface-raised" : "border-negative bg-negative-soft",
      )}
    >
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1">
        <h2 id="incident" className="flex min-w-0 items-start gap-2.5 text-14 font-semibold">
          <Icon
            aria-hidden
            className={cx(
              "mt-0.5 size-4 shrink-0",
              isOver ? "text-positive-ink" : "text-negative-ink",
            )}
          />
          <span className="min-w-0 [overflow-wrap:anywhere]">
            {isOver ? "Approvals are back to normal" : "Approvals fell"}: {sliceWords(incident)}
          </span>
        </h2>
        <TextLink href={declinesHref(mode, incident, home)} className="text-13 max-sm:pl-6.5">
          View declines
        </TextLink>
      </header>
      <Cause incident={incident} />
      <Facts incident={incident} />
      <Retry filter={retryFilter(incident)} />
    </section>
  );
}

/** The cause in one sentence: code and window. */
function Cause({ incident }: { incident: IncidentView }) {
  const { code, since, until, openedAt } = incident;
  return (
    <p className="mt-1 pl-6.5 text-13 text-ink-muted">
      {code ? (
        <>
          Most {until ? "were" : "are"} declined with{" "}
          <span className="text-ink">{declineName(code).title}</span>
        </>
      ) : (
        "The declines have different codes"
      )}
      , {until ? "from" : "since"} <Timestamp value={since} form="short" focusable />
      {until && (
        <>
          {" "}
          to <Timestamp value={until} form="short" focusable />
        </>
      )}
      . Found <Timestamp value={openedAt} form="short" />.
    </p>
  );
}

/** No incident is found with fewer. */
const FEWEST_DECLINES = 3;

function Facts({ incident }: { incident: IncidentView }) {
  const { current, usual, atRisk, toldOpened, toldResolved, resolvedAt } = incident;
  const { leastDeclines, perHour } = incident;
  return (
    <>
      <dl className="mt-3 grid gap-x-8 gap-y-3 pl-6.5 text-13 sm:grid-cols-2 lg:grid-cols-4">
        <Fact term="Declined">
          <Rate share={shareOf(current)} />
        </Fact>
        <Fact term="Same hour of earlier weeks">
          <Rate share={shareOf(usual)} />
        </Fact>
        <Fact term="Money at risk">
          {atRisk.length === 0 ? (
            "None"
          ) : (
            <span className="flex flex-wrap gap-x-3">
              {atRisk.map(({ currency, amount }) => (
                <Money key={currency} amount={amount} currency={currency} />
              ))}
            </span>
          )}
        </Fact>
        <Fact term="E-mailed">
          <ToldLine people={toldOpened} />
          {resolvedAt && <ToldLine people={toldResolved} prefix="Resolved: " />}
        </Fact>
      </dl>
      <p className="mt-3 pl-6.5 text-12 text-ink-faint">
        {resolvedAt && (
          <>
            Resolved <Timestamp value={resolvedAt} form="short" />, shown for a day.{" "}
          </>
        )}
        Money at risk: declined and not recovered by a later payment. An outage of{" "}
        {sliceWords(incident)} is found after {leastDeclines} declines in a row
        {leastDeclines > FEWEST_DECLINES && ", fewer if they have one unusual code"}:{" "}
        {waitWords(leastDeclines, perHour)} at the usual {flowWords(perHour)} payments an hour.{" "}
        <TextLink inText href="/docs/rates#incidents">
          How incidents are found
        </TextLink>
      </p>
    </>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-12 text-ink-faint">{term}</dt>
      <dd className="mt-0.5 [overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}

type Told = IncidentView["toldOpened"];

const MAIL_WORDS: Record<Told[number]["status"], string> = {
  queued: ", being sent",
  sent: "",
  kept: ", not sent: no mail server",
  failed: ", not delivered",
};

function ToldLine({ people, prefix = "" }: { people: Told; prefix?: string }) {
  const [first] = people;
  return (
    <span className="block">
      {prefix}
      {peopleWords(people.map(({ recipient }) => recipient))}
      {first && (
        <>
          {" "}
          <span className="text-12 text-ink-faint">
            <Timestamp value={first.at} form="short" />
            {MAIL_WORDS[first.status]}
          </span>
        </>
      )}
    </span>
  );
}

/** How many of the declines can be retried, and the dialog that says what it does and retries them. */
function Retry({ filter }: { filter: RetryFilter }) {
  const { mode, session } = useSession();
  const query = useQuery({
    ...read("/:mode/payment-retries/preview", { mode }, filter),
    enabled: session.may.includes("manage_payments"),
  });
  if (query.isLoading) return <Skeleton className="mt-3 ml-6.5 h-7 w-72 max-w-full" />;
  const count = query.data?.retryable.reduce((sum, one) => sum + one.count, 0) ?? 0;
  if (count === 0) return null;
  return (
    <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 pl-6.5 text-13">
      {countText(count)} can be retried <RetryDeclines filter={filter} />
    </p>
  );
}

/** The declines screen of the slice on the days of the incident, in the currency with the most money at risk. */
function declinesHref(
  mode: string,
  incident: IncidentView,
  { timezone, currency, today }: HomeView,
) {
  const { dimension, value, since, until, atRisk } = incident;
  const day = (at: string) => toZonedInput(new Date(at), timezone).slice(0, 10);
  const query = new URLSearchParams({
    period: `${day(since)}..${until ? day(until) : today}`,
    currency: atRisk[0]?.currency ?? currency,
    ...(dimension === "all" ? {} : { [dimension]: value }),
  });
  return `/${mode}/reports/declines?${query}`;
}
