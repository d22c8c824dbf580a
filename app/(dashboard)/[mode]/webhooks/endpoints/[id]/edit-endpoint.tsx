"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { FormDialog } from "#components/ui/form-dialog.tsx";
import { toast } from "#components/ui/toast.tsx";
import { client, type EndpointView, RequestFailed } from "#lib/dashboard/client.ts";
import { useSession } from "../../../../session.tsx";
import { EndpointFields, type EndpointWishes } from "../endpoint-fields.tsx";
import { type EndpointDialogProps, useRefreshHooks } from "./endpoint-dialog.ts";

function wishesOf(endpoint: EndpointView): EndpointWishes {
  const { url, events, description } = endpoint;
  return { url, events, description: description ?? "" };
}

/** Changes address, events and description. Only what differs is sent, so that an address left alone is
 *  not checked again. The version is changed apart, after a look at what that does. */
export function EditEndpoint({ endpoint, open, onOpenChange }: EndpointDialogProps) {
  const { mode } = useSession();
  const refresh = useRefreshHooks();
  const [wishes, setWishes] = useState(() => wishesOf(endpoint));
  const save = useMutation({
    mutationFn: () =>
      client.post<{ note: string | null }>(`/${mode}/endpoints/${endpoint.id}`, {
        ...(wishes.url.trim() === endpoint.url ? {} : { url: wishes.url.trim() }),
        events: wishes.events,
        description: wishes.description.trim() || null,
      }),
    onSuccess: async ({ note }) => {
      onOpenChange(false);
      toast.done("The endpoint was changed", { description: note ?? undefined });
      await refresh();
    },
  });
  const failure = save.error instanceof RequestFailed ? save.error : null;
  return (
    <FormDialog
      wide
      title="Edit endpoint"
      open={open}
      onOpenChange={onOpenChange}
      verb="Save endpoint"
      submit={save}
      onOpen={() => setWishes(wishesOf(endpoint))}
      layout="flex flex-col gap-5"
    >
      {() => (
        <>
          <EndpointFields
            mode={mode}
            offer={endpoint.offer}
            wishes={wishes}
            failure={failure}
            onChange={(changes) => setWishes({ ...wishes, ...changes })}
          />
        </>
      )}
    </FormDialog>
  );
}
