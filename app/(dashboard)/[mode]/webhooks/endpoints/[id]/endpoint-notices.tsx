"use client";

import { answerLabel, plural, urlParts } from "#components/format/delivery-labels.ts";
import { Countdown } from "#components/time/countdown.tsx";
import { Timestamp } from "#components/time/timestamp.tsx";
import { Banner } from "#components/ui/banner.tsx";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { PlaceLink } from "#components/ui/place-link.tsx";
import { RefusedAction } from "#components/ui/refused-action.tsx";
import { toast } from "#components/ui/toast.tsx";
import { client } from "#lib/dashboard/client.ts";
import type { EndpointDetailView } from "#lib/dashboard/views/endpoints.ts";
import { useSession } from "../../../../session.tsx";
import { useRefreshHooks } from "./endpoint-dialog.ts";
import { HeldNotice, HeldUntil } from "./held-notice.tsx";

/** Warnings first: failing and why, disabled, two secrets signing. Nothing if all is well. */
export function EndpointNotices({ endpoint }: { endpoint: EndpointDetailView }) {
  const { status, failingSince, previousSecretExpiresAt } = endpoint;
  return (
    <div className="flex flex-col gap-2 empty:hidden">
      {status === "disabled" && <Disabled endpoint={endpoint} />}
      {status === "enabled" && failingSince && <Failing endpoint={endpoint} />}
      {status === "enabled" && endpoint.waiting.held > 0 && <HeldNotice endpoint={endpoint} />}
      {previousSecretExpiresAt && (
        <Banner action={<EndOverlap endpoint={endpoint} />}>
          Two secrets sign every delivery until{" "}
          <Timestamp value={previousSecretExpiresAt} form="short" />: the one ending in{" "}
          <code className="font-mono text-12">{endpoint.secretHint}</code> and the previous one
          {endpoint.previousSecretHint && (
            <>
              , <code className="font-mono text-12">{endpoint.previousSecretHint}</code>
            </>
          )}
          . After that only the new one signs.
        </Banner>
      )}
    </div>
  );
}

function Failing({ endpoint }: { endpoint: EndpointDetailView }) {
  const { failingSince, disablesAt, waiting } = endpoint;
  return (
    <Banner
      tone="negative"
      title={
        <>
          Nothing has arrived since <Timestamp value={failingSince} form="short" />
        </>
      }
    >
      <Cause endpoint={endpoint} />
      <p className="mt-1">
        {waiting.due > 0 &&
          `${plural(waiting.due, "delivery")} ${waiting.due === 1 ? "is" : "are"} still scheduled. `}
        If deliveries still fail at <Timestamp value={disablesAt} form="full" />, the endpoint is
        disabled
        {disablesAt && (
          <>
            : in <Countdown to={disablesAt} />
          </>
        )}
        .
        {endpoint.warnedHours > 0 &&
          ` The owners were e-mailed after ${endpoint.warnedHours} hours of failures.`}
      </p>
    </Banner>
  );
}

function Disabled({ endpoint }: { endpoint: EndpointDetailView }) {
  const { disabledReason, disabledAt, waiting } = endpoint;
  return (
    <Banner
      tone="warning"
      title={
        disabledAt ? (
          <>
            Disabled since <Timestamp value={disabledAt} form="short" />: nothing is sent here
          </>
        ) : (
          "Nothing is sent here"
        )
      }
    >
      <p>
        {disabledReason} {heldLabel(waiting.held)} <HeldUntil waiting={waiting} />
      </p>
      <Cause endpoint={endpoint} />
    </Banner>
  );
}

function heldLabel(held: number): string {
  if (held === 0) return "New events are held and can be sent when you enable it again.";
  return `${plural(held, "delivery")} ${held === 1 ? "is" : "are"} held and can be sent when you enable it again.`;
}

/** Why the last delivery failed, what to do, and a link to it. */
function Cause({ endpoint: { failure } }: { endpoint: EndpointDetailView }) {
  const { mode } = useSession();
  if (!failure) return null;
  return (
    <p>
      Last answer: {answerLabel(failure.responseStatus, failure.cause)}. {failure.fix}{" "}
      <PlaceLink
        href={`/${mode}/webhooks/deliveries/${failure.id}`}
        className="rounded-small font-medium whitespace-nowrap underline underline-offset-2"
      >
        View the last failure
      </PlaceLink>
    </p>
  );
}

/** Ends a secret rotation early, or says why that is not possible. */
function EndOverlap({ endpoint }: { endpoint: EndpointDetailView }) {
  const { mode } = useSession();
  const refresh = useRefreshHooks();
  const { allowed, reason } = endpoint.allowedActions.endOverlap;
  if (!allowed) return <RefusedAction verb="End overlap" reason={reason} />;
  return (
    <ConfirmDialog
      trigger={<Button size="small">End overlap now</Button>}
      title={`End the overlap of ${urlParts(endpoint.url).host}?`}
      touches={`From now on only the secret ending in ${endpoint.secretHint} signs. A server that still uses the previous secret rejects every delivery.`}
      verb="End overlap"
      onConfirm={async () => {
        await client.post("/:mode/endpoints/:id/end-overlap", { mode, id: endpoint.id });
        await refresh();
        toast.done("Only the new secret signs now");
      }}
    />
  );
}
