"use client";

import { durationText } from "#components/time/format.ts";
import { Timestamp } from "#components/time/timestamp.tsx";
import { DefinitionList } from "#components/ui/definition-list.tsx";
import { Section } from "#components/ui/section.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import type { RequestView } from "#lib/dashboard/views/requests.ts";
import { useSession } from "../../../session.tsx";
import { CopyId, ObjectLink } from "../../webhooks/object-link.tsx";

/** Who made a request, from where, and how it is known. */
export function RequestFacts({ request }: { request: RequestView }) {
  const { mode } = useSession();
  const { key, idempotencyKey, objectId, keyRecord } = request;
  const facts = [
    { term: "Request id", value: <CopyId id={request.id} what="request id" /> },
    { term: "Made", value: <Timestamp value={request.createdAt} form="full" focusable /> },
    { term: "Took", value: durationText(request.durationMs) },
    { term: "About", value: objectId && <ObjectLink id={objectId} /> },
    {
      term: "Key",
      value: key ? (
        <TextLink href={`/${mode}/keys/${key.id}`}>{key.name}</TextLink>
      ) : (
        "The dashboard's own"
      ),
      hint: key && <code className="font-mono">{key.hint}</code>,
    },
    { term: "API version", value: request.version },
    {
      term: "Idempotency key",
      value: idempotencyKey && <code className="font-mono text-12">{idempotencyKey}</code>,
      hint: keyRecord?.expiresAt && (
        <>
          {keyRecord.state === "running" ? "Its first call is running" : "Its answer is kept"} until{" "}
          <Timestamp value={keyRecord.expiresAt} />
        </>
      ),
    },
    {
      term: "Repeated",
      value: request.replayed ? "Yes: answered with the first answer, nothing was done" : "No",
    },
    {
      term: "From",
      value: request.address && <code className="font-mono text-12">{request.address}</code>,
    },
    { term: "Client", value: request.userAgent },
    {
      term: "Call",
      value: request.route && <code className="font-mono text-12">{request.route}</code>,
    },
  ];
  return (
    <Section title="Facts">
      <DefinitionList facts={facts} />
    </Section>
  );
}
