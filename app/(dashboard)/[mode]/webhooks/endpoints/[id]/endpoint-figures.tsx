"use client";

import { certificateEnds, deliveryShare, plural } from "#components/format/delivery-labels.ts";
import { countText } from "#components/format/locale.ts";
import { durationText } from "#components/time/format.ts";
import { useTimeFrame } from "#components/time/time-context.tsx";
import { Timestamp } from "#components/time/timestamp.tsx";
import { Rate } from "#components/ui/rate.tsx";
import { RateInfo } from "#components/ui/rate-info.tsx";
import { Stat } from "#components/ui/stat.tsx";
import type { EndpointDetailView } from "#lib/dashboard/views/endpoints.ts";

/** Health of an endpoint: share that arrived, answer time, waiting deliveries, end of the certificate. */
export function EndpointFigures({ endpoint }: { endpoint: EndpointDetailView }) {
  const { day, week, waiting, responseTimes } = endpoint;
  const { held, due } = waiting;
  return (
    <div className="grid grid-cols-2 gap-x-6 gap-y-5 sm:grid-cols-3">
      <Stat
        label={
          <>
            Delivery rate, 24 hours <RateInfo rate="delivery-rate" />
          </>
        }
        value={<Rate share={deliveryShare(day)} noun="delivery" />}
        note={plural(day.attempts, "attempt")}
      />
      <Stat
        label="Delivery rate, 7 days"
        value={<Rate share={deliveryShare(week)} noun="delivery" />}
        note={plural(week.attempts, "attempt")}
      />
      <Stat
        label="Answer time"
        value={responseTimes ? durationText(responseTimes.medianMs) : "–"}
        note={
          responseTimes
            ? `95 % within ${durationText(responseTimes.p95Ms)}`
            : "median of the last 24 hours"
        }
      />
      <Stat
        label={held > 0 ? "Held" : "Scheduled"}
        value={countText(held || due)}
        note={held > 0 ? "until it is enabled" : `${day.failed} failed in the last 24 hours`}
      />
      <Lag endpoint={endpoint} />
      <CertificateEnd endpoint={endpoint} />
    </div>
  );
}

function Lag({ endpoint: { now } }: { endpoint: EndpointDetailView }) {
  const { present } = useTimeFrame();
  const ms = now.waitingSince ? present.getTime() - Date.parse(now.waitingSince) : 0;
  return (
    <Stat
      label="Current lag"
      value={ms < 1_000 ? "None" : durationText(ms)}
      note={now.inFlight === 0 ? "nothing in progress" : `${now.inFlight} in progress`}
    />
  );
}

function CertificateEnd({ endpoint: { certificate } }: { endpoint: EndpointDetailView }) {
  const { present } = useTimeFrame();
  if (!certificate)
    return <Stat label="Certificate" value="–" note="known after the next handshake" />;
  const { issuer, validTo } = certificate;
  const days = Math.floor((Date.parse(validTo) - present.getTime()) / 86_400_000);
  return (
    <Stat
      label="Certificate"
      value={days < 0 ? "Expired" : plural(days, "day")}
      note={
        <>
          until <Timestamp value={validTo} form="day" />
          {issuer && `, ${issuer}`}
          {certificateEnds(validTo, present.getTime()) && (
            <span className="block font-medium text-warning-ink">Renew it</span>
          )}
        </>
      }
    />
  );
}
