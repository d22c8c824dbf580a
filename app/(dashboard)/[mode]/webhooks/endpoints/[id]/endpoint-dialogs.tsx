"use client";

import type { EndpointDetailView } from "#lib/dashboard/views/endpoints.ts";
import { DeleteEndpoint } from "./delete-endpoint.tsx";
import { DisableEndpoint } from "./disable-endpoint.tsx";
import { EditEndpoint } from "./edit-endpoint.tsx";
import { EnableEndpoint } from "./enable-endpoint.tsx";
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
