"use client";

import { useState } from "react";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { toast } from "#components/ui/toast.tsx";
import { client } from "#lib/dashboard/client.ts";
import { useSession } from "../../../../session.tsx";
import { plural, urlParts } from "../../delivery-words.ts";
import { type EndpointDialogProps, useRefreshHooks } from "./endpoint-dialog.ts";

/** Sends again, with or without what was held meanwhile. */
export function EnableEndpoint({ endpoint, ...dialog }: EndpointDialogProps) {
  const { mode } = useSession();
  const refresh = useRefreshHooks();
  const [sendHeld, setSendHeld] = useState(true);
  const { host } = urlParts(endpoint.url);
  const { held } = endpoint.waiting;
  return (
    <ConfirmDialog
      {...dialog}
      danger={false}
      title={`Enable ${host}?`}
      touches={
        mode === "live"
          ? "We shake hands with the server first; its certificate must be valid. New events are sent from now on, and earlier failures are forgotten."
          : "We shake hands with the server first. New events are sent from now on, and earlier failures are forgotten."
      }
      verb="Enable endpoint"
      onConfirm={async () => {
        const changes = { status: "enabled", sendHeld: held > 0 && sendHeld };
        const { note } = await client.post<{ note: string | null }>(
          `/${mode}/endpoints/${endpoint.id}`,
          changes,
        );
        await refresh();
        toast.done(`${host} is enabled`, { description: note ?? undefined });
      }}
    >
      {held > 0 && (
        <Checkbox
          label={`Send the ${plural(held, "delivery")} that ${held === 1 ? "was" : "were"} held`}
          hint="At once, oldest first. Otherwise they stay held and can be replayed one by one."
          checked={sendHeld}
          onChange={setSendHeld}
        />
      )}
    </ConfirmDialog>
  );
}
