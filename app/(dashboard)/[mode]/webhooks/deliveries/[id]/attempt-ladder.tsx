"use client";

import { answerLabel, spacingLabel } from "#components/format/delivery-labels.ts";
import { durationText } from "#components/time/format.ts";
import { Timestamp } from "#components/time/timestamp.tsx";
import { cx } from "#components/ui/cx.ts";
import type { AttemptView, DeliveryView } from "#lib/dashboard/views/webhooks.ts";

export type AttemptLadderProps = {
  delivery: DeliveryView;
  shown: number | null;
  onChoose: (number: number) => void;
};

/** Every attempt, made and scheduled, with the time between them. */
export function AttemptLadder({ delivery, shown, onChoose }: AttemptLadderProps) {
  const { attempts, ladder, status, maxAttempts, nextAttemptAt } = delivery;
  const made = attempts.length;
  const coming = status === "retrying" || status === "pending" ? maxAttempts - made : 0;
  return (
    <ol aria-label="Attempts" className="flex flex-col self-start">
      {attempts.map((attempt) => (
        <Made
          key={attempt.number}
          attempt={attempt}
          pressed={attempt.number === shown}
          onChoose={() => onChoose(attempt.number)}
        />
      ))}
      {Array.from({ length: coming }, (_, index) => made + index + 1).map((number, index) => (
        <li key={number} className="group relative flex gap-3 px-2 py-1.5">
          <LadderStep hollow />
          <span className="text-12 text-ink-faint tabular-nums">
            <span className="text-13">Attempt {number}</span>
            <span className="block">
              {index === 0 && nextAttemptAt ? (
                <Timestamp value={nextAttemptAt} upcoming />
              ) : number === 1 ? (
                "immediately"
              ) : (
                `${spacingLabel(ladder[number - 2] ?? 0)} later`
              )}
            </span>
          </span>
        </li>
      ))}
    </ol>
  );
}

function Made(props: { attempt: AttemptView; pressed: boolean; onChoose: () => void }) {
  const { attempt, pressed, onChoose } = props;
  const { number, failure, responseStatus, durationMs } = attempt;
  return (
    <li className="group relative">
      <button
        type="button"
        aria-pressed={pressed}
        onClick={onChoose}
        className="flex w-full gap-3 rounded-base px-2 py-1.5 text-left transition-colors hover:bg-surface-hover aria-pressed:bg-accent-soft"
      >
        <LadderStep failed={failure !== null} />
        <span className="min-w-0 text-12 text-ink-muted tabular-nums">
          <span className="block text-13 font-medium text-ink">Attempt {number}</span>
          <span className={cx("block", failure ? "text-negative-ink" : "text-positive-ink")}>
            {answerLabel(responseStatus, failure?.cause)}
          </span>
          <span className="block">
            <Timestamp value={attempt.sentAt} />, {durationText(durationMs)}
          </span>
        </span>
      </button>
    </li>
  );
}

/** A dot on the ladder with the line to the next. */
function LadderStep({ failed, hollow }: { failed?: boolean; hollow?: boolean }) {
  return (
    <>
      <span
        aria-hidden
        className="absolute top-6 -bottom-2 left-[0.7rem] z-1 w-px bg-line group-last:hidden"
      />
      <span
        aria-hidden
        className={cx(
          "mt-1.5 size-2 shrink-0 rounded-full",
          hollow ? "border border-line-control" : failed ? "bg-negative" : "bg-positive",
        )}
      />
    </>
  );
}
