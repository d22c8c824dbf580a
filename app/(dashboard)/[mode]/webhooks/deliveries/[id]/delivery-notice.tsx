"use client";

import { plural } from "#components/format/delivery-labels.ts";
import { Timestamp } from "#components/time/timestamp.tsx";
import { Banner } from "#components/ui/banner.tsx";
import { PlaceLink } from "#components/ui/place-link.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import type { DeliveryListItemView, DeliveryView } from "#lib/dashboard/views/webhooks.ts";
import { useSession } from "../../../../session.tsx";
import { NextAttempt } from "../../delivery-columns.tsx";

/** Why a delivery is in its state, what to do, and what happens automatically. */
export function DeliveryNotice({ delivery }: { delivery: DeliveryView }) {
  const { status, original, replayOf, replays } = delivery;
  return (
    <div className="flex flex-col gap-2 empty:hidden">
      {(status === "retrying" || status === "failed") && <Failure delivery={delivery} />}
      {status === "held" && (
        <Banner tone="warning" title="Held, not lost">
          The endpoint is disabled. Enable it and choose to send held deliveries, or replay this one
          afterwards. Held deliveries are kept for 30 days.
        </Banner>
      )}
      {status === "canceled" && (
        <Banner tone="neutral">
          {delivery.endpoint.deleted
            ? "The endpoint was deleted before this arrived."
            : "A replay replaced it before the next attempt."}
        </Banner>
      )}
      {replayOf && (
        <Banner tone="neutral">
          A replay of{" "}
          {original ? <DeliveryLink line={original} /> : "a delivery that is no longer kept"}. Same
          event id, new timestamp and signature.
        </Banner>
      )}
      {replays.length > 0 && (
        <Banner tone="neutral">
          Replayed as{" "}
          {replays.map((line, index) => (
            <span key={line.id}>
              {index > 0 && ", "}
              <DeliveryLink line={line} />
            </span>
          ))}
          .
        </Banner>
      )}
    </div>
  );
}

function Failure({ delivery }: { delivery: DeliveryView }) {
  const { status, attempts, attemptCount, maxAttempts, nextAttemptAt } = delivery;
  const last = attempts.at(-1)?.failure;
  const left = maxAttempts - attemptCount;
  return (
    <Banner
      tone={status === "failed" ? "negative" : "warning"}
      title={last?.message || "The last attempt failed."}
    >
      <p>
        {last?.fix}{" "}
        <TextLink inText href="/docs/webhooks#retries">
          About failed deliveries
        </TextLink>
      </p>
      <p className="mt-1">
        {status === "failed" ? (
          `All ${plural(attemptCount, "attempt")} failed, and no more are scheduled. Replay it when the endpoint works again.`
        ) : (
          <>
            {plural(left, "attempt")} left, <NextAttempt at={nextAttemptAt} />.
          </>
        )}
      </p>
    </Banner>
  );
}

function DeliveryLink({ line }: { line: DeliveryListItemView }) {
  const { mode } = useSession();
  return (
    <PlaceLink
      href={`/${mode}/webhooks/deliveries/${line.id}`}
      className="rounded-small font-medium text-ink underline underline-offset-2"
    >
      <Timestamp value={line.createdAt} form="short" /> ({line.status})
    </PlaceLink>
  );
}
