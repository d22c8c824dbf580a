"use client";

import { Timestamp } from "#components/time/timestamp.tsx";
import { DefinitionList } from "#components/ui/definition-list.tsx";
import { Section } from "#components/ui/section.tsx";
import { shortenId } from "#components/ui/short-id.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import type { DeliveryView } from "#lib/dashboard/views/webhooks.ts";
import { useSession } from "../../../../session.tsx";
import { TimelineLink } from "../../../shared/timeline-link.tsx";
import { HookUrl } from "../../hook-url.tsx";
import { CopyId, ObjectLink } from "../../object-link.tsx";

/** What a delivery is made of. */
export function DeliveryFacts({ delivery }: { delivery: DeliveryView }) {
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
    { term: "Made", value: <Timestamp value={delivery.createdAt} form="full" focusable /> },
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
