"use client";

import { useState } from "react";
import { Section } from "#components/ui/section.tsx";
import type { DeliveryView } from "#lib/dashboard/views/webhooks.ts";
import { AttemptDetail } from "./attempt-detail.tsx";
import { AttemptLadder } from "./attempt-ladder.tsx";

/** The ladder on the left, the chosen call on the right: the newest until another is chosen. */
export function Attempts({ delivery }: { delivery: DeliveryView }) {
  const [chosen, setChosen] = useState<number | null>(null);
  const { attempts, status } = delivery;
  const shown = attempts.find(({ number }) => number === chosen) ?? attempts.at(-1);
  return (
    <Section title="Attempts">
      <div className="grid grid-cols-1 gap-x-8 gap-y-6 lg:grid-cols-[12rem_minmax(0,1fr)]">
        <AttemptLadder delivery={delivery} shown={shown?.number ?? null} onChoose={setChosen} />
        {shown ? (
          <AttemptDetail
            attempt={shown}
            endpoint={delivery.endpoint}
            // The notice above says it of the last one already.
            explained={shown !== attempts.at(-1) || status === "canceled" || status === "held"}
          />
        ) : (
          <p className="text-14 text-ink-muted">
            {status === "pending"
              ? "It is on its way: the first answer appears here by itself."
              : "Nothing was sent."}
          </p>
        )}
      </div>
    </Section>
  );
}
