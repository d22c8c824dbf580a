"use client";

import { useQuery } from "@tanstack/react-query";
import { QueryState } from "#components/data/query-state.tsx";
import { deliveryShare, liveInterval, urlParts } from "#components/format/delivery-labels.ts";
import { countText } from "#components/format/locale.ts";
import { rateInWords } from "#components/format/rates.ts";
import { DataTable } from "#components/table/data-table.tsx";
import { useTimeFrame } from "#components/time/time-context.tsx";
import { later } from "#components/ui/later.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Section } from "#components/ui/section.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import type { ShapeChange } from "#components/versions/field-diff.ts";
import type { EndpointDetailView } from "#lib/dashboard/views/endpoints.ts";
import { useSession } from "../../../../session.tsx";
import { ENDPOINT_DELIVERY_COLUMNS } from "../../delivery-columns.tsx";
import { deliveriesRead, endpointRead } from "../../hook-reads.ts";
import { EndpointStatus } from "../endpoint-status.tsx";
import { EndpointActions } from "./endpoint-actions.tsx";
import { EndpointFacts } from "./endpoint-facts.tsx";
import { EndpointFigures } from "./endpoint-figures.tsx";
import { EndpointNotices } from "./endpoint-notices.tsx";
import { HealthChart } from "./health-chart.tsx";
import { ReplayNotice } from "./replay-notice.tsx";

/** Below the fold, and the code is long. */
const Completeness = later<{ endpointId: string }>(
  () => import("../../completeness.tsx").then(({ Completeness }) => Completeness),
  <Skeleton className="h-54.25 w-full max-sm:h-61.25" />,
);

const VerifySample = later(
  () => import("./verify-sample.tsx").then(({ VerifySample }) => VerifySample),
  <Skeleton className="h-96 w-full" />,
);

const REFRESH_MS = 10_000;
const POLL_MS = 2_000;
const SHOWN = 8;
const LONGEST_TITLE = 46;

/** One endpoint: state, health, recent deliveries, and code that verifies them. */
export function EndpointScreen({ id, changes }: { id: string; changes: readonly ShapeChange[] }) {
  const { mode } = useSession();
  const query = useQuery({
    ...endpointRead(mode, id),
    refetchInterval: ({ state }) => (state.data?.day.pending ? POLL_MS : REFRESH_MS),
  });
  return (
    <QueryState query={query} what="The endpoint" loading={<Loading />}>
      {(endpoint) => <Endpoint endpoint={endpoint} changes={changes} />}
    </QueryState>
  );
}

type EndpointProps = { endpoint: EndpointDetailView; changes: readonly ShapeChange[] };

function Endpoint({ endpoint, changes }: EndpointProps) {
  const { mode } = useSession();
  const { host, path } = shortUrl(endpoint.url);
  return (
    <>
      <PageHeader
        crumbs={[
          { label: "Webhook endpoints", href: `/${mode}/webhooks/endpoints` },
          { label: endpoint.description || host },
        ]}
        title={
          <>
            {host}
            <span className="text-ink-faint">{path}</span>
          </>
        }
        beside={
          <>
            <EndpointStatus endpoint={endpoint} />
            <span className="text-13 text-ink-muted tabular-nums">{healthLine(endpoint)}</span>
          </>
        }
        actions={<EndpointActions endpoint={endpoint} />}
      />
      <EndpointNotices endpoint={endpoint} />
      <ReplayNotice endpoint={endpoint} />
      <div className="grid grid-cols-1 gap-x-12 gap-y-10 pt-6 xl:grid-cols-[minmax(0,1fr)_minmax(0,21rem)]">
        <div className="flex min-w-0 flex-col gap-10">
          {endpoint.week.deliveries > 0 && (
            <div className="flex flex-col gap-6">
              <EndpointFigures endpoint={endpoint} />
              <HealthChart endpoint={endpoint} />
            </div>
          )}
          <Completeness endpointId={endpoint.id} />
          <RecentDeliveries endpoint={endpoint} />
        </div>
        <EndpointFacts endpoint={endpoint} changes={changes} />
      </div>
      <Section
        title="Verify in your code"
        note="Constant-time comparison over the raw bytes, at most 300 seconds of difference, any matching v1 digest."
        className="mt-10"
      >
        <VerifySample endpoint={endpoint} />
      </Section>
    </>
  );
}

/** Truncate long paths in the middle: addresses of one server differ at the end. */
function shortUrl(url: string): { host: string; path: string } {
  const { host, path } = urlParts(url);
  const room = Math.max(12, LONGEST_TITLE - host.length);
  return { host, path: path.length > room ? `/…${path.slice(2 - room)}` : path };
}

function healthLine({ status, day }: EndpointDetailView): string {
  if (status === "disabled") return "deliveries are held";
  if (day.tried === 0) return "nothing sent in the last 24 hours";
  return `${rateInWords(deliveryShare(day))} arrived in the last 24 hours`;
}

function RecentDeliveries({ endpoint }: { endpoint: EndpointDetailView }) {
  const { mode } = useSession();
  const { present } = useTimeFrame();
  const all = `/${mode}/webhooks/deliveries?endpoint=${endpoint.id}`;
  const query = useQuery({
    ...deliveriesRead(mode, { endpoint: endpoint.id }),
    refetchInterval: ({ state }) =>
      liveInterval(state.data?.deliveries.slice(0, SHOWN), present.getTime()) || REFRESH_MS,
  });
  return (
    <Section
      title="Recent deliveries"
      actions={
        <TextLink href={all} className="text-13">
          View all {query.data ? countText(query.data.total) : ""}
        </TextLink>
      }
    >
      <QueryState query={query} what="The deliveries" loading={<Skeleton className="h-40" />}>
        {({ deliveries }) => (
          <DataTable
            caption="Recent deliveries to this endpoint, newest first"
            columns={ENDPOINT_DELIVERY_COLUMNS}
            rows={deliveries.slice(0, SHOWN)}
            rowKey={(row) => row.id}
            rowHref={(row) => `/${mode}/webhooks/deliveries/${row.id}`}
            empty={
              <p className="max-w-prose py-4 text-14 text-ink-muted">
                Nothing was sent here yet. Store the secret on your server and send a test event;
                its delivery appears here with request and response.
              </p>
            }
          />
        )}
      </QueryState>
    </Section>
  );
}

function Loading() {
  return (
    <div aria-busy="true" className="pt-7">
      <Skeleton className="h-6 w-96 max-w-full" />
      <Skeleton className="mt-8 h-72" />
    </div>
  );
}
