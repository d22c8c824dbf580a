"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { FormDialog } from "#components/ui/form-dialog.tsx";
import { toast } from "#components/ui/toast.tsx";
import { client, RequestFailed } from "#lib/dashboard/client.ts";
import type { EndpointView } from "#lib/dashboard/views/endpoints.ts";
import { useSession } from "../../../../session.tsx";
import { EndpointFields, type EndpointParams } from "../endpoint-fields.tsx";
import { type EndpointDialogProps, useRefreshHooks } from "./endpoint-dialog.ts";

function paramsOf(endpoint: EndpointView): EndpointParams {
  const { url, events, description } = endpoint;
  return { url, events, description: description ?? "" };
}

function changesOf({ url, events, description }: EndpointParams, known: string) {
  return {
    ...(url.trim() === known ? {} : { url: url.trim() }),
    events,
    description: description.trim() || null,
  };
}

/** Edits address, events and description. Only changes are sent, so that an unchanged address is not checked again. The
 * version has its own dialog. */
export function EditEndpoint({ endpoint, open, onOpenChange }: EndpointDialogProps) {
  const { mode } = useSession();
  const refresh = useRefreshHooks();
  const [params, setParams] = useState(() => paramsOf(endpoint));
  const change = (changes: ReturnType<typeof changesOf>) =>
    client.post("/:mode/endpoints/:id", { mode, id: endpoint.id }, changes);
  const save = useMutation({
    mutationFn: () => change(changesOf(params, endpoint.url)),
    onSuccess: async ({ note }) => {
      const before = changesOf(paramsOf(endpoint), params.url.trim());
      onOpenChange(false);
      toast.done("Endpoint changed", {
        description: note ?? undefined,
        undo: {
          run: async () => {
            await change(before);
            await refresh();
          },
          done: "Endpoint restored",
        },
      });
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
      onOpen={() => setParams(paramsOf(endpoint))}
      layout="flex flex-col gap-5"
    >
      {() => (
        <>
          <EndpointFields
            mode={mode}
            offer={endpoint.offer}
            params={params}
            failure={failure}
            onChange={(changes) => setParams({ ...params, ...changes })}
          />
        </>
      )}
    </FormDialog>
  );
}
