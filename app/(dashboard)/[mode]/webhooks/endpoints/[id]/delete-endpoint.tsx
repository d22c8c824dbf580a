"use client";

import { useRouter } from "next/navigation";
import { plural, urlParts } from "#components/format/delivery-labels.ts";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { toast } from "#components/ui/toast.tsx";
import { client } from "#lib/dashboard/client.ts";
import { useSession } from "../../../../session.tsx";
import { type EndpointDialogProps, useRefreshHooks } from "./endpoint-dialog.ts";

/** Deletes an endpoint. A live one asks for its host. */
export function DeleteEndpoint({ endpoint, ...dialog }: EndpointDialogProps) {
  const { mode } = useSession();
  const refresh = useRefreshHooks();
  const router = useRouter();
  const { host } = urlParts(endpoint.url);
  const waiting = endpoint.waiting.due + endpoint.waiting.held;
  return (
    <ConfirmDialog
      {...dialog}
      title={`Delete ${host}?`}
      touches={`${plural(endpoint.week.deliveries, "delivery")} went here in the last 7 days. ${waiting === 0 ? "None are scheduled." : `${plural(waiting, "delivery")} still scheduled ${waiting === 1 ? "is" : "are"} cancelled.`} Its signing secret ends now. Past deliveries stay readable for 30 days. This cannot be undone.`}
      verb="Delete endpoint"
      typeToConfirm={mode === "live" ? host : undefined}
      onConfirm={async () => {
        await client.post("/:mode/endpoints/:id/delete", { mode, id: endpoint.id }, { host });
        // The screen's own read would be a 404 now, so it is not refetched.
        await refresh("later");
        router.push(`/${mode}/webhooks/endpoints`);
        toast.done(`${host} was deleted`);
      }}
    />
  );
}
