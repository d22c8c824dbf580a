"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import { Timestamp } from "#components/time/timestamp.tsx";
import { Banner } from "#components/ui/banner.tsx";
import type { EndpointDetailView } from "#lib/dashboard/client.ts";
import { useSession } from "../../../../session.tsx";
import { answerWords, plural } from "../../delivery-words.ts";

/** What somebody must know before anything else: that it fails and why, that it is off, that two
 *  secrets sign. Nothing while all is well. */
export function EndpointNotices({ endpoint }: { endpoint: EndpointDetailView }) {
  const { status, failingSince, previousSecretExpiresAt } = endpoint;
  return (
    <div className="flex flex-col gap-2 empty:hidden">
      {status === "disabled" && <Disabled endpoint={endpoint} />}
      {status === "enabled" && failingSince && <Failing endpoint={endpoint} />}
      {previousSecretExpiresAt && (
        <Banner>
          Two secrets sign every delivery until{" "}
          <Timestamp value={previousSecretExpiresAt} form="short" />: the one ending in{" "}
          <code className="font-mono text-12">{endpoint.secretHint}</code> and the one before it.
          After that only the new one does.
        </Banner>
      )}
    </div>
  );
}

function Failing({ endpoint }: { endpoint: EndpointDetailView }) {
  const { failingSince, disablesAt, waiting } = endpoint;
  return (
    <Banner tone="negative" title="Nothing arrives here" action={<Example endpoint={endpoint} />}>
      <p>
        <Cause endpoint={endpoint} /> It has failed since{" "}
        <Timestamp value={failingSince} form="short" />; {plural(waiting.due, "delivery")} still{" "}
        {waiting.due === 1 ? "waits" : "wait"} to be sent. If none succeeds before{" "}
        <Timestamp value={disablesAt} form="short" />, the endpoint is disabled.
      </p>
    </Banner>
  );
}

function Disabled({ endpoint }: { endpoint: EndpointDetailView }) {
  const { disabledReason, waiting, failure } = endpoint;
  return (
    <Banner
      tone="warning"
      title="Nothing is sent here"
      action={failure && <Example endpoint={endpoint} />}
    >
      <p>
        {disabledReason} {plural(waiting.held, "delivery")} {waiting.held === 1 ? "is" : "are"} held
        and can be sent when you enable it again. <Cause endpoint={endpoint} />
      </p>
    </Banner>
  );
}

function Cause({ endpoint: { failure } }: { endpoint: EndpointDetailView }): ReactNode {
  if (!failure) return null;
  return (
    <>
      Last answer: {answerWords(failure.responseStatus, failure.cause)}. {failure.fix}
    </>
  );
}

function Example({ endpoint: { failure } }: { endpoint: EndpointDetailView }) {
  const { mode } = useSession();
  if (!failure) return null;
  return (
    <Link
      href={`/${mode}/webhooks/deliveries/${failure.id}`}
      className="shrink-0 rounded-small font-medium underline underline-offset-2"
    >
      See the last failure
    </Link>
  );
}
