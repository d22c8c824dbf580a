"use client";

import { urlParts } from "#components/format/delivery-labels.ts";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { toast } from "#components/ui/toast.tsx";
import { client } from "#lib/dashboard/client.ts";
import type { EndpointDetailView } from "#lib/dashboard/views/endpoints.ts";
import { useSession } from "../../../../session.tsx";
import { useRefreshHooks } from "./endpoint-dialog.ts";

/** Ends a secret rotation early. Hidden from members who may not. */
export function EndOverlap({ endpoint }: { endpoint: EndpointDetailView }) {
  const { mode, session } = useSession();
  const refresh = useRefreshHooks();
  if (!session.may.includes("manage_webhooks")) return null;
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
