"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { plural } from "#components/format/delivery-labels.ts";
import { countText } from "#components/format/locale.ts";
import { useTimeFrame } from "#components/time/time-context.tsx";
import { Timestamp } from "#components/time/timestamp.tsx";
import { Banner } from "#components/ui/banner.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import type { EndpointDetailView } from "#lib/dashboard/views/endpoints.ts";
import { useSession } from "../../../../session.tsx";
import { replayPreviewRead } from "../../hook-reads.ts";
import { failingRange } from "../../replays/range.ts";

const REFRESH_MS = 15_000;
const WEEK_MS = 7 * 24 * 3_600_000;

/** Says that deliveries to an endpoint have not arrived, and links to a replay of them. Hidden if all have, and from
 * members who may not. */
export function ReplayNotice({ endpoint }: { endpoint: EndpointDetailView }) {
  const { session } = useSession();
  const { week, waiting, status } = endpoint;
  const some = week.failed + week.retrying + waiting.held > 0;
  if (!some || status === "disabled" || !session.may.includes("manage_webhooks")) return null;
  return <Offer endpoint={endpoint} />;
}

function Offer({ endpoint }: { endpoint: EndpointDetailView }) {
  const { mode } = useSession();
  const { present } = useTimeFrame();
  const [weekAgo] = useState(() => new Date(present.getTime() - WEEK_MS).toISOString());
  const since = endpoint.failingSince ? failingRange(endpoint.failingSince).from : weekAgo;
  const held = endpoint.waiting.held > 0;
  const status = held ? "failed,held" : "failed";
  const { data } = useQuery({
    ...replayPreviewRead(mode, { from: since, endpoint: endpoint.id, status }),
    refetchInterval: REFRESH_MS,
  });
  if (!data || data.total === 0) return null;
  const params = new URLSearchParams({ endpoint: endpoint.id, status });
  if (endpoint.failingSince) params.set("window", "failing");
  else params.set("made", "7d");
  return (
    <div className="mt-2">
      <Banner
        tone="neutral"
        action={
          <ButtonLink
            size="small"
            href={`/${mode}/webhooks/replays/new?${params.toString().replaceAll("%2C", ",")}`}
          >
            Replay these
          </ButtonLink>
        }
      >
        {plural(data.total, "delivery")} created since <Timestamp value={since} form="short" />{" "}
        {data.total === 1 ? "has" : "have"} not arrived
        {held && `, ${countText(endpoint.waiting.held)} of them held while it was disabled`}.
      </Banner>
    </div>
  );
}
