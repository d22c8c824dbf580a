"use client";

import { Timestamp } from "#components/time/timestamp.tsx";
import { Button } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { DefinitionList } from "#components/ui/definition-list.tsx";
import { Section } from "#components/ui/section.tsx";
import type { ShapeChange } from "#components/versions/field-diff.ts";
import type { EndpointDetailView } from "#lib/dashboard/views/endpoints.ts";
import { coveredTypes } from "../../event-labels.ts";
import { CopyId } from "../../object-link.tsx";
import { ChangeVersion } from "../change-version.tsx";

type Props = { endpoint: EndpointDetailView; changes: readonly ShapeChange[] };

/** Settings of an endpoint. */
export function EndpointFacts({ endpoint, changes }: Props) {
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
      value: (
        <span className="inline-flex flex-wrap items-center gap-2">
          <span className="whitespace-nowrap">{endpoint.version}</span>
          {endpoint.allowedActions.edit.allowed && (
            <ChangeVersion
              endpoint={endpoint}
              versions={offer.versions}
              changes={changes}
              trigger={
                <Button variant="quiet" size="small" className="-my-1 -ml-2">
                  Change version
                </Button>
              }
            />
          )}
        </span>
      ),
      hint:
        endpoint.version === offer.pin
          ? "The account's pin"
          : `The account is pinned to ${offer.pin}`,
    },
    {
      term: "Signing secret",
      value: <code className="font-mono text-12">whsec_…{secretHint}</code>,
      hint: previousSecretExpiresAt && (
        <>
          The previous one also signs until{" "}
          <Timestamp value={previousSecretExpiresAt} form="short" />
        </>
      ),
    },
    ...(Object.keys(endpoint.headers).length > 0
      ? [{ term: "Headers", value: <Headers headers={endpoint.headers} /> }]
      : []),
    { term: "Registered", value: <Timestamp value={endpoint.createdAt} form="full" focusable /> },
  ];
  return (
    <Section title="Settings">
      <DefinitionList facts={facts} />
    </Section>
  );
}

/** Each header with the end of its value. */
function Headers({ headers }: { headers: Readonly<Record<string, string>> }) {
  return (
    <span className="flex min-w-0 flex-col gap-0.5">
      {Object.entries(headers).map(([name, end]) => (
        <code key={name} className="break-all font-mono text-12">
          {name}: {end}
        </code>
      ))}
    </span>
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
