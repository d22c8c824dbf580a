import { finalActionLabel } from "#components/billing/labels.ts";
import { Countdown } from "#components/time/countdown.tsx";
import { Timestamp } from "#components/time/timestamp.tsx";
import { Banner } from "#components/ui/banner.tsx";
import { cx } from "#components/ui/cx.ts";
import { Section } from "#components/ui/section.tsx";
import type { SubscriptionView } from "#lib/dashboard/views/billing.ts";

type Dunning = NonNullable<SubscriptionView["dunning"]>;

/** An unpaid invoice on its way down the ladder: what was tried, what comes next and when. */
export function DunningLadder({ subscription }: { subscription: SubscriptionView }) {
  const { dunning, finalAction } = subscription;
  if (!dunning) return null;
  return (
    <Section title="Collecting what is unpaid" note={<Head dunning={dunning} />}>
      {dunning.nextAttemptAt === null && (
        <div className="mb-4">
          <Banner tone="negative" title="The card is refused for good">
            It is not tried again. With another card the invoice is paid at once.
          </Banner>
        </div>
      )}
      <ol aria-label="Tries" className="grid grid-cols-5 gap-2 text-center">
        {dunning.days.map(({ day, at }, place) => (
          <Rung key={day} title={`Day ${day}`} at={at} state={stateOf(dunning, place)} />
        ))}
        {dunning.finalActionAt && (
          <Rung
            title={finalAction === "unpaid" ? "Unpaid" : "Cancelled"}
            at={dunning.finalActionAt}
            state="end"
          />
        )}
      </ol>
      <p className="mt-3 text-13 text-ink-muted">
        When nothing helps by then, the subscription is {finalActionLabel(finalAction)} and the
        invoice is given up.
      </p>
    </Section>
  );
}

function Head({ dunning }: { dunning: Dunning }) {
  const { nextAttemptAt, finalActionAt, attempt } = dunning;
  const to = nextAttemptAt ?? finalActionAt;
  if (!to) return null;
  return (
    <>
      {nextAttemptAt ? `Try ${attempt + 2} in ` : "Ends in "}
      <Countdown to={to} />
    </>
  );
}

type State = "done" | "next" | "later" | "off" | "end";

function stateOf({ attempt, nextAttemptAt }: Dunning, place: number): State {
  if (place < attempt) return "done";
  if (nextAttemptAt === null) return "off";
  return place === attempt ? "next" : "later";
}

const LOOKS: Record<State, { bar: string; word: string }> = {
  done: { bar: "bg-negative", word: "Declined" },
  next: { bar: "bg-warning", word: "Next" },
  later: { bar: "bg-line-control", word: "To come" },
  off: { bar: "bg-line", word: "Not tried" },
  end: { bar: "bg-ink-faint", word: "The end" },
};

function Rung({ title, at, state }: { title: string; at: string; state: State }) {
  const { bar, word } = LOOKS[state];
  return (
    <li className="min-w-0" aria-current={state === "next" ? "step" : undefined}>
      <span aria-hidden className={cx("mb-2 block h-1 rounded-full", bar)} />
      <span className="block text-13 font-medium">{title}</span>
      <span className="block text-12 text-ink-muted">{word}</span>
      <span className="hidden text-12 text-ink-faint sm:block">
        <Timestamp value={at} />
      </span>
    </li>
  );
}
