"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { QueryState } from "#components/data/query-state.tsx";
import { liveInterval, urlParts } from "#components/format/delivery-labels.ts";
import { useTimeFrame } from "#components/time/time-context.tsx";
import { Timestamp } from "#components/time/timestamp.tsx";
import { DefinitionList } from "#components/ui/definition-list.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Section } from "#components/ui/section.tsx";
import { shortenId } from "#components/ui/short-id.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { Status } from "#components/ui/status.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import type { DeliveryView } from "#lib/dashboard/views/webhooks.ts";
import { useSession } from "../../../../session.tsx";
import { TimelineLink } from "../../../shared/timeline-link.tsx";
import { deliveryRead } from "../../hook-reads.ts";
import { HookUrl } from "../../hook-url.tsx";
import { CopyId, ObjectLink } from "../../object-link.tsx";
import { AttemptDetail } from "./attempt-detail.tsx";
import { AttemptLadder } from "./attempt-ladder.tsx";
import { DeliveryNotice } from "./delivery-notice.tsx";
import { ReplayDelivery } from "./replay-delivery.tsx";

/** One delivery: its state and reason, and every attempt. */
export function DeliveryScreen({ id }: { id: string }) {
  const { mode } = useSession();
  const { present } = useTimeFrame();
  const query = useQuery({
    ...deliveryRead(mode, id),
    refetchInterval: ({ state }) =>
      liveInterval(state.data && [state.data, ...state.data.replays], present.getTime()),
  });
  return (
    <QueryState query={query} what="The delivery" loading={<Loading />}>
      {(delivery) => <Delivery delivery={delivery} />}
    </QueryState>
  );
}

function Delivery({ delivery }: { delivery: DeliveryView }) {
  const { mode } = useSession();
  const { host } = urlParts(delivery.endpoint.url);
  return (
    <>
      <PageHeader
        crumbs={[
          { label: "Deliveries", href: `/${mode}/webhooks/deliveries` },
          { label: delivery.replayOf ? "Replay" : "Delivery" },
        ]}
        title={delivery.eventType}
        beside={
          <>
            <Status status={delivery.status} />
            <span className="text-13 text-ink-muted">to {host}</span>
          </>
        }
        actions={<ReplayDelivery delivery={delivery} />}
      />
      <DeliveryNotice delivery={delivery} />
      <div className="grid grid-cols-1 gap-x-12 gap-y-8 pt-5 xl:grid-cols-[minmax(0,1fr)_minmax(0,20rem)]">
        <Attempts delivery={delivery} />
        <DeliveryFacts delivery={delivery} />
      </div>
    </>
  );
}

function Loading() {
  return (
    <div aria-busy="true" className="pt-7">
      <Skeleton className="h-6 w-72" />
      <Skeleton className="mt-8 h-96" />
    </div>
  );
}

/** Attempts on the left, the selected one in full on the right. The newest is selected first. */
function Attempts({ delivery }: { delivery: DeliveryView }) {
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
            // The notice above already says this about the last attempt.
            explained={shown !== attempts.at(-1) || status === "canceled" || status === "held"}
          />
        ) : (
          <p className="text-14 text-ink-muted">
            {status === "pending"
              ? "The first attempt is in progress. Its answer appears here."
              : "Nothing was sent."}
          </p>
        )}
      </div>
    </Section>
  );
}

/** Facts about a delivery. */
function DeliveryFacts({ delivery }: { delivery: DeliveryView }) {
  const { mode } = useSession();
  const { endpoint, eventId, attempts } = delivery;
  const facts = [
    {
      term: "Endpoint",
      value: endpoint.deleted ? (
        <HookUrl url={endpoint.url} deleted />
      ) : (
        <TextLink href={`/${mode}/webhooks/endpoints/${endpoint.id}`}>
          {bare(endpoint.url)}
        </TextLink>
      ),
    },
    {
      term: "Event",
      value: (
        <TextLink href={`/${mode}/events/${eventId}`}>
          <code className="font-mono text-12">{shortenId(eventId)}</code>
        </TextLink>
      ),
    },
    { term: "About", value: <ObjectLink id={delivery.objectId} /> },
    { term: "Delivery id", value: <CopyId id={delivery.id} what="delivery id" /> },
    { term: "API version", value: attempts.at(-1)?.version },
    {
      term: "Attempts",
      value: `${delivery.attemptCount} of ${delivery.maxAttempts}`,
    },
    { term: "Created", value: <Timestamp value={delivery.createdAt} form="full" focusable /> },
    {
      term: "Finished",
      value: <Timestamp value={delivery.finishedAt} form="full" none="Not yet" focusable />,
    },
  ];
  return (
    <Section title="Facts" actions={<TimelineLink id={delivery.id} />}>
      <DefinitionList facts={facts} />
    </Section>
  );
}

const bare = (url: string) => url.replace(/^https:\/\//, "");
