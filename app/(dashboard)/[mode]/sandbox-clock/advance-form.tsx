"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { fullMoment } from "#components/time/format.ts";
import { useTimeFrame } from "#components/time/time-context.tsx";
import { Button } from "#components/ui/button.tsx";
import { ErrorBanner } from "#components/ui/error-banner.tsx";
import { Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { Segmented } from "#components/ui/segmented.tsx";
import { Select } from "#components/ui/select.tsx";
import { useSession } from "../../session.tsx";
import { distanceLabel, dueLabel, secondsOf, UNITS, type Unit } from "./clock-labels.ts";
import { previewRead } from "./clock-read.ts";

const OFFERS = [
  { value: String(UNITS.hours), label: "1 hour" },
  { value: String(UNITS.days), label: "1 day" },
  { value: String(7 * UNITS.days), label: "7 days" },
  { value: "other", label: "Other" },
];

const UNIT_CHOICES = Object.keys(UNITS).map((unit) => ({ value: unit as Unit, label: unit }));

type Props = { onAdvance: (seconds: number) => Promise<void>; failure: Error | null };

/** Chooses how far to advance, previews what falls due, and advances. The clock cannot go back. */
export function AdvanceForm({ onAdvance, failure }: Props) {
  const [offer, setOffer] = useState(String(UNITS.days));
  const [typed, setTyped] = useState("");
  const [unit, setUnit] = useState<Unit>("days");
  const seconds = offer === "other" ? secondsOf(typed, unit) : Number(offer);
  return (
    <form
      className="mt-3 flex flex-col gap-3 border-t border-line pt-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (seconds !== null) void onAdvance(seconds);
      }}
    >
      <Segmented label="How far to advance" choices={OFFERS} value={offer} onChange={setOffer} />
      {offer === "other" && (
        <div className="grid grid-cols-2 gap-2">
          <Field
            label="Amount"
            hideLabel
            error={typed && seconds === null ? "A whole number, up to 366 days" : undefined}
          >
            <Input inputMode="numeric" placeholder="3" value={typed} onValueChange={setTyped} />
          </Field>
          <Select label="Unit" choices={UNIT_CHOICES} value={unit} onChange={setUnit} />
        </div>
      )}
      {seconds !== null && <Preview seconds={seconds} />}
      {failure && <ErrorBanner error={failure} />}
      <Button type="submit" variant="primary" disabled={seconds === null}>
        {seconds === null ? "Advance" : `Advance ${distanceLabel(seconds * 1_000)}`}
      </Button>
      <p className="text-12 text-ink-faint">
        The clock cannot go back. Retries of test webhooks come nearer by the same time. Live mode
        uses the real time.
      </p>
    </form>
  );
}

function Preview({ seconds }: { seconds: number }) {
  const { mode } = useSession();
  const { zone } = useTimeFrame();
  const { data } = useQuery({ ...previewRead(mode, seconds), staleTime: 0 });
  const due = data ? dueLabel(data.due) : [];
  return (
    <div className="min-h-15 text-13" aria-live="polite">
      {data && (
        <>
          <p>
            To <span className="tabular-nums">{fullMoment(new Date(data.target), zone)}</span>
          </p>
          {due.length === 0 ? (
            <p className="text-ink-muted">Nothing scheduled so far falls due by then.</p>
          ) : (
            <ul className="mt-1 list-disc pl-4 text-ink-muted">
              {due.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          )}
        </>
      )}
    </div>
  );
}
