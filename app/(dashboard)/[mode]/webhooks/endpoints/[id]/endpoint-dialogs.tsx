"use client";

import { useRouter } from "next/navigation";
import { plural, urlParts } from "#components/format/delivery-labels.ts";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { toast } from "#components/ui/toast.tsx";
import { client } from "#lib/dashboard/client.ts";
import type { EndpointDetailView } from "#lib/dashboard/views/endpoints.ts";
import { useSession } from "../../../../session.tsx";
import { EditEndpoint } from "./edit-endpoint.tsx";
import { EnableEndpoint } from "./enable-endpoint.tsx";
import { type EndpointDialogProps, useRefreshHooks } from "./endpoint-dialog.ts";
import { RotateSecret } from "./rotate-secret.tsx";
import { SendTestEvent } from "./send-test-event.tsx";

export type Asked = "test" | "edit" | "rotate" | "disable" | "enable" | "delete";

type Props = {
  endpoint: EndpointDetailView;
  /** The open dialog. */
  asked: Asked | null;
  ask: (which: Asked | null) => void;
};

/** Dialogs of an endpoint, loaded separately from their buttons. */
export function EndpointDialogs({ endpoint, asked, ask }: Props) {
  const dialog = (which: Asked) => ({
    endpoint,
    open: asked === which,
    onOpenChange: (open: boolean) => ask(open ? which : null),
  });
  return (
    <>
      <SendTestEvent {...dialog("test")} />
      <EditEndpoint {...dialog("edit")} />
      <RotateSecret {...dialog("rotate")} />
      <DisableEndpoint {...dialog("disable")} />
      <EnableEndpoint {...dialog("enable")} onTest={() => ask("test")} />
      <DeleteEndpoint {...dialog("delete")} />
    </>
  );
}

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
          // Deliveries that were held before must not be sent unasked, and newer ones cannot be sent alone.
          undo: {
            run: () => set({ status: "enabled", sendHeld: held === 0 }),
            done: `${host} was enabled${held > 0 ? "; deliveries are still held" : ""}`,
          },
        });
      }}
    />
  );
}

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
      touches={`${plural(endpoint.week.deliveries, "delivery")} went here in the last 7 days. ${waiting === 0 ? "None are scheduled." : `${plural(waiting, "delivery")} still scheduled ${waiting === 1 ? "is" : "are"} canceled.`} Its signing secret ends now. Past deliveries stay readable for 30 days. This cannot be undone.`}
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
