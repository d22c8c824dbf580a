"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { plural, urlParts } from "#components/format/delivery-labels.ts";
import { Banner } from "#components/ui/banner.tsx";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { ErrorBanner } from "#components/ui/error-banner.tsx";
import { RadioGroup } from "#components/ui/radio-group.tsx";
import { toast } from "#components/ui/toast.tsx";
import { client } from "#lib/dashboard/client.ts";
import { useSession } from "../../../../session.tsx";
import { type EndpointDialogProps, useRefreshHooks } from "./endpoint-dialog.ts";

type Props = EndpointDialogProps & {
  /** Offers to send a test event next. */
  onTest: () => void;
};

/** Checks that the server is reachable, then enables the endpoint, with or without sending held deliveries. */
export function EnableEndpoint({ endpoint, onTest, ...dialog }: Props) {
  const { mode } = useSession();
  const refresh = useRefreshHooks();
  const [held, setHeld] = useState<"send" | "keep">("send");
  const [tryOut, setTryOut] = useState(false);
  const { host } = urlParts(endpoint.url);
  const count = endpoint.waiting.held;
  return (
    <ConfirmDialog
      {...dialog}
      danger={false}
      title={`Enable ${host}?`}
      touches="New events are sent from now on. The record of failures starts anew."
      verb="Enable endpoint"
      onConfirm={async () => {
        const changes = { status: "enabled" as const, sendHeld: count > 0 && held === "send" };
        await client.post("/:mode/endpoints/:id", { mode, id: endpoint.id }, changes);
        await refresh();
        toast.done(`${host} was enabled`);
        if (tryOut) onTest();
      }}
    >
      {dialog.open && <Probe mode={mode} id={endpoint.id} />}
      {count > 0 && (
        <RadioGroup
          label="Held deliveries"
          choices={[
            {
              value: "send",
              label: count === 1 ? "Send the 1 delivery" : `Send all ${plural(count, "delivery")}`,
              note: "Now, oldest first, a few at a time.",
            },
            {
              value: "keep",
              label: "Send none",
              note: "They stay held for 30 days. Send them later, or replay some of them.",
            },
          ]}
          value={held}
          onChange={setHeld}
        />
      )}
      <Checkbox
        label="Then send a test event"
        hint="An example event, only to this endpoint."
        checked={tryOut}
        onChange={setTryOut}
      />
    </ConfirmDialog>
  );
}

/** Result of a TLS handshake with the server, made now. */
function Probe({ mode, id }: { mode: string; id: string }) {
  const { data, error } = useQuery({
    queryKey: ["probe", mode, id],
    queryFn: () => client.post("/:mode/endpoints/:id/probe", { mode, id }),
    gcTime: 0,
    staleTime: 0,
    retry: false,
  });
  if (error) return <ErrorBanner error={error} />;
  if (!data) return <Banner tone="neutral">Connecting to the server …</Banner>;
  if (data.reachable) {
    return (
      <Banner tone={data.message ? "warning" : "positive"} title="The server is reachable">
        {data.message}
      </Banner>
    );
  }
  return (
    <Banner
      tone={data.refused ? "negative" : "warning"}
      title={data.refused ? "It cannot be enabled yet" : "The server is not reachable"}
    >
      {data.message} {!data.refused && "In test mode you can enable it anyway."}
    </Banner>
  );
}
