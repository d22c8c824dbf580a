import { finalActionLabel } from "#components/billing/labels.ts";
import { Countdown } from "#components/time/countdown.tsx";
import { Timestamp } from "#components/time/timestamp.tsx";
import { Banner } from "#components/ui/banner.tsx";
import { cx } from "#components/ui/cx.ts";
import { Section } from "#components/ui/section.tsx";
import type { SubscriptionView } from "#lib/dashboard/views/billing.ts";

type Dunning = NonNullable<SubscriptionView["dunning"]>;

/** Dunning of an unpaid invoice: attempts made, the next one, and the end. */
export function DunningLadder({ subscription }: { subscription: SubscriptionView }) {
  const { dunning, finalAction } = subscription;
  if (!dunning) return null;
  return (
    <Section title="Collecting an unpaid invoice" note={<LadderHeader dunning={dunning} />}>
      {dunning.nextAttemptAt === null && (
        <div className="mb-4">
          <Banner tone="negative" title="Hard decline">
            It is not retried. With another card the invoice is charged immediately.
          </Banner>
        </div>
      )}
      <ol aria-label="Attempts" className="grid grid-cols-5 gap-2 text-center">
        {dunning.days.map(({ day, at }, place) => (
          <LadderStep key={day} title={`Day ${day}`} at={at} state={stateOf(dunning, place)} />
        ))}
        {dunning.finalActionAt && (
          <LadderStep
            title={finalAction === "unpaid" ? "Unpaid" : "Canceled"}
            at={dunning.finalActionAt}
            state="end"
          />
        )}
      </ol>
      <p className="mt-3 text-13 text-ink-muted">
        If no attempt succeeds, the subscription is {finalActionLabel(finalAction)} and the invoice
        becomes uncollectible.
      </p>
    </Section>
  );
}

function LadderHeader({ dunning }: { dunning: Dunning }) {
  const { nextAttemptAt, finalActionAt, attempt } = dunning;
  const to = nextAttemptAt ?? finalActionAt;
  if (!to) return null;
  return (
    <>
      {nextAttemptAt ? `Attempt ${attempt + 2} in ` : "Ends in "}
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
  later: { bar: "bg-line-control", word: "Scheduled" },
  off: { bar: "bg-line", word: "Not retried" },
  end: { bar: "bg-ink-faint", word: "End" },
};

function LadderStep({ title, at, state }: { title: string; at: string; state: State }) {
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
