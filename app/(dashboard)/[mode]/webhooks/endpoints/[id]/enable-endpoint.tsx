"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { plural, urlParts } from "#components/format/delivery-labels.ts";
import { Banner } from "#components/ui/banner.tsx";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { RadioGroup } from "#components/ui/radio-group.tsx";
import { toast } from "#components/ui/toast.tsx";
import { client } from "#lib/dashboard/client.ts";
import { useSession } from "../../../../session.tsx";
import { type EndpointDialogProps, useRefreshHooks } from "./endpoint-dialog.ts";

type Props = EndpointDialogProps & {
  /** Whoever wants to try it out at once. */
  onTest: () => void;
};

/** Looks whether the receiver is there, then sends again: with or without what was held meanwhile. */
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
      touches="New events are sent from now on, and earlier failures are forgotten."
      verb="Enable endpoint"
      onConfirm={async () => {
        const changes = { status: "enabled", sendHeld: count > 0 && held === "send" };
        await client.post("/:mode/endpoints/:id", { mode, id: endpoint.id }, changes);
        await refresh();
        toast.done(`${host} is enabled`);
        if (tryOut) onTest();
      }}
    >
      {dialog.open && <Probe mode={mode} id={endpoint.id} />}
      {count > 0 && (
        <RadioGroup
          label="What was held"
          choices={[
            {
              value: "send",
              label: count === 1 ? "Send the 1 delivery" : `Send all ${plural(count, "delivery")}`,
              note: "Now, oldest first, a few at a time.",
            },
            {
              value: "keep",
              label: "Send none",
              note: "They stay held for 30 days: send them later, or replay some of them.",
            },
          ]}
          value={held}
          onChange={setHeld}
        />
      )}
      <Checkbox
        label="Then send a test event"
        hint="A made-up event, to this endpoint alone."
        checked={tryOut}
        onChange={setTryOut}
      />
    </ConfirmDialog>
  );
}

/** What a TLS handshake with the receiver comes to, at this moment. */
function Probe({ mode, id }: { mode: string; id: string }) {
  const { data, error } = useQuery({
    queryKey: ["probe", mode, id],
    queryFn: () => client.post("/:mode/endpoints/:id/probe", { mode, id }),
    gcTime: 0,
    staleTime: 0,
    retry: false,
  });
  if (error) return <Banner tone="negative">{error.message}</Banner>;
  if (!data) return <Banner tone="neutral">Shaking hands with the server …</Banner>;
  if (data.reachable) {
    return (
      <Banner tone={data.message ? "warning" : "positive"} title="The server answers">
        {data.message}
      </Banner>
    );
  }
  return (
    <Banner
      tone={data.refused ? "negative" : "warning"}
      title={data.refused ? "It cannot be enabled yet" : "The server does not answer"}
    >
      {data.message} {!data.refused && "It can be enabled all the same, since this is test mode."}
    </Banner>
  );
}
