"use client";

import { Timestamp } from "#components/time/timestamp.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { DefinitionList } from "#components/ui/definition-list.tsx";
import { Section } from "#components/ui/section.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import type { EndpointDetailView } from "#lib/dashboard/client.ts";
import { useSession } from "../../../../session.tsx";
import { coveredTypes } from "../../event-words.ts";
import { CopyId } from "../../object-link.tsx";

/** What was chosen for an endpoint. */
export function EndpointFacts({ endpoint }: { endpoint: EndpointDetailView }) {
  const { mode } = useSession();
  const { offer, events, secretHint, previousSecretExpiresAt } = endpoint;
  const facts = [
    {
      term: "Address",
      value: (
        <>
          {endpoint.url}
          <CopyButton text={endpoint.url} what="address" className="-my-1 opacity-60" />
        </>
      ),
    },
    { term: "Id", value: <CopyId id={endpoint.id} what="endpoint id" /> },
    { term: "Description", value: endpoint.description },
    {
      term: "Events",
      value: <EventNames events={events} />,
      hint: `${coveredTypes(events, offer.types)} of ${offer.types.length} types`,
    },
    {
      term: "API version",
      value: endpoint.version,
      hint: (
        <>
          {endpoint.version === offer.pin ? "The account's own" : `The account's is ${offer.pin}`}.{" "}
          <TextLink inText href={`/${mode}/versions?endpoint=${endpoint.id}`}>
            See what another changes
          </TextLink>
        </>
      ),
    },
    {
      term: "Signing secret",
      value: <code className="font-mono text-12">whsec_…{secretHint}</code>,
      hint: previousSecretExpiresAt && (
        <>
          The one before also signs until <Timestamp value={previousSecretExpiresAt} form="short" />
        </>
      ),
    },
    { term: "Registered", value: <Timestamp value={endpoint.createdAt} form="full" focusable /> },
  ];
  return (
    <Section title="Settings">
      <DefinitionList facts={facts} />
    </Section>
  );
}

function EventNames({ events }: { events: readonly string[] }) {
  if (events.includes("*")) return "Every event";
  return (
    <span className="flex flex-wrap gap-x-2 gap-y-0.5">
      {events.map((event) => (
        <code key={event} className="font-mono text-12">
          {event}
        </code>
      ))}
    </span>
  );
}
