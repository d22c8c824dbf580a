"use client";

import { useMutation } from "@tanstack/react-query";
import { plural } from "#components/format/delivery-labels.ts";
import { Timestamp } from "#components/time/timestamp.tsx";
import { AboutError } from "#components/ui/about-error.tsx";
import { Banner } from "#components/ui/banner.tsx";
import { Button } from "#components/ui/button.tsx";
import { RefusedAction } from "#components/ui/refused-action.tsx";
import { toast } from "#components/ui/toast.tsx";
import { client } from "#lib/dashboard/client.ts";
import type { EndpointDetailView } from "#lib/dashboard/views/endpoints.ts";
import { useSession } from "../../../../session.tsx";
import { useRefreshHooks } from "./endpoint-dialog.ts";

/** Deliveries that are still held although the endpoint is enabled, with a button to send them. */
export function HeldNotice({ endpoint }: { endpoint: EndpointDetailView }) {
  const { mode } = useSession();
  const refresh = useRefreshHooks();
  const { held } = endpoint.waiting;
  const label = plural(held, "delivery");
  const send = useMutation({
    mutationFn: () =>
      client.post(
        "/:mode/endpoints/:id",
        { mode, id: endpoint.id },
        { status: "enabled", sendHeld: true },
      ),
    onSuccess: async () => {
      await refresh();
      toast.done(`${label} ${held === 1 ? "is" : "are"} being sent`);
    },
  });
  const { allowed, reason } = endpoint.allowedActions.enable;
  return (
    <Banner
      action={
        allowed ? (
          <Button size="small" loading={send.isPending} onClick={() => send.mutate()}>
            Send {held === 1 ? "it" : "them"} now
          </Button>
        ) : (
          <RefusedAction verb="Send now" reason={reason} />
        )
      }
    >
      {label} created while the endpoint was disabled {held === 1 ? "is" : "are"} still held.{" "}
      <HeldUntil waiting={endpoint.waiting} />{" "}
      {send.error && (
        <strong className="font-medium">
          {send.error.message}
          <AboutError error={send.error} />
        </strong>
      )}
    </Banner>
  );
}

/** Until when held deliveries are kept: each for 30 days. */
export function HeldUntil({ waiting }: Pick<EndpointDetailView, "waiting">) {
  const { held, heldUntil } = waiting;
  if (heldUntil === null) return null;
  return (
    <>
      {held === 1 ? "It" : "The first"} is kept until <Timestamp value={heldUntil} form="short" />.
    </>
  );
}
