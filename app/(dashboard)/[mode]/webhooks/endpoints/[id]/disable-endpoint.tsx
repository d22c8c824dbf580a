"use client";

import { plural, urlParts } from "#components/format/delivery-labels.ts";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { toast } from "#components/ui/toast.tsx";
import { client } from "#lib/dashboard/client.ts";
import { useSession } from "../../../../session.tsx";
import { type EndpointDialogProps, useRefreshHooks } from "./endpoint-dialog.ts";

/** Disables an endpoint. Its deliveries are held. */
export function DisableEndpoint({ endpoint, ...dialog }: EndpointDialogProps) {
  const { mode } = useSession();
  const refresh = useRefreshHooks();
  const { host } = urlParts(endpoint.url);
  const { due, held } = endpoint.waiting;
  const set = async (changes: object) => {
    await client.post("/:mode/endpoints/:id", { mode, id: endpoint.id }, changes);
    await refresh();
  };
  return (
    <ConfirmDialog
      {...dialog}
      title={`Disable ${host}?`}
      touches={`Nothing more is sent here. ${due === 0 ? "No delivery is scheduled" : `${plural(due, "delivery")} now scheduled ${due === 1 ? "is" : "are"} held`}, and every further event is held, too. Held deliveries are kept for 30 days and can be sent when you enable the endpoint again.`}
      verb="Disable endpoint"
      onConfirm={async () => {
        await set({ status: "disabled" });
        toast.done(`${host} was disabled; deliveries are held`, {
          // Undo: deliveries that were held before stay held; newer ones are sent.
          undo: {
            run: () => set({ status: "enabled", sendHeld: held === 0 }),
            done: `${host} was enabled`,
          },
        });
      }}
    />
  );
}
