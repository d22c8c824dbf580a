"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Sparkline } from "#components/chart/sparkline.tsx";
import { plural } from "#components/format/delivery-labels.ts";
import { Timestamp } from "#components/time/timestamp.tsx";
import { ErrorBanner } from "#components/ui/error-banner.tsx";
import { client } from "#lib/dashboard/client.ts";
import type { AlertRuleView, TrialView } from "#lib/dashboard/views/alerts.ts";
import type { AlertKind } from "#lib/kernel/vocabulary/alerts.ts";
import { useSession } from "../../../session.tsx";
import { KINDS } from "./rule-labels.ts";

const DAY_MS = 86_400_000;
const DAYS = 30;

/** When the rule would have sent alerts in the last 30 days, before it is saved. */
export function Trial({ kind, params }: { kind: AlertKind; params: AlertRuleView["params"] }) {
  const { mode } = useSession();
  const query = useQuery({
    queryKey: ["alert trial", mode, kind, params],
    queryFn: () => client.post("/:mode/alert-rules/try", { mode }, { kind, params }),
    placeholderData: keepPreviousData,
    retry: false,
  });
  return (
    <section
      aria-label="Trial on the last 30 days"
      aria-live="polite"
      className="min-h-24 rounded-base border border-line bg-surface-sunken p-3"
    >
      {query.error ? (
        <ErrorBanner error={query.error} />
      ) : query.data ? (
        <Found trial={query.data} note={KINDS[kind].trial} />
      ) : (
        <p className="text-13 text-ink-faint">Trying the rule on the last 30 days…</p>
      )}
    </section>
  );
}

function Found({ trial, note }: { trial: TrialView; note: string | undefined }) {
  const { count, newest } = trial;
  return (
    <>
      <p className="text-13 font-medium">
        {count === 0
          ? "In the last 30 days it would have sent no alert."
          : `In the last 30 days it would have sent ${plural(count, "alert")}.`}
      </p>
      {count > 0 && (
        <>
          <Sparkline
            className="mt-2 h-8 w-full"
            values={perDay(trial)}
            label={`Alerts per day of the last 30 days, at most ${Math.max(...perDay(trial))}`}
          />
          <ul className="mt-2 flex flex-col gap-1 text-12 text-ink-muted">
            {newest.slice(0, 5).map(({ title, at }) => (
              <li key={`${at} ${title}`} className="flex justify-between gap-3">
                <span className="min-w-0 truncate" title={title}>
                  {title}
                </span>
                <Timestamp value={at} form="short" />
              </li>
            ))}
          </ul>
          {count > 5 && <p className="mt-1 text-12 text-ink-faint">The newest five are listed.</p>}
        </>
      )}
      {note && <p className="mt-1 text-12 text-ink-faint">{note}</p>}
    </>
  );
}

/** Alerts in each of the 30 periods of 24 hours, the last one ending now. */
function perDay({ times, to }: TrialView): number[] {
  const days = new Array<number>(DAYS).fill(0);
  for (const at of times) {
    const ago = Math.floor((Date.parse(to) - Date.parse(at)) / DAY_MS);
    const index = DAYS - 1 - Math.min(DAYS - 1, Math.max(0, ago));
    days[index] = (days[index] ?? 0) + 1;
  }
  return days;
}
