"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { FormDialog } from "#components/ui/form-dialog.tsx";
import { toast } from "#components/ui/toast.tsx";
import { client } from "#lib/dashboard/client.ts";
import type { EndpointView } from "#lib/dashboard/views/endpoints.ts";
import { useSession } from "../../../../session.tsx";
import { EndpointFields, type EndpointParams } from "../endpoint-fields.tsx";
import { headersToSend, NO_HEADERS } from "../own-headers.ts";
import { type EndpointDialogProps, useRefreshHooks } from "./endpoint-dialog.ts";

function paramsOf(endpoint: EndpointView): EndpointParams {
  const { url, events, description } = endpoint;
  return { url, events, description: description ?? "", headers: NO_HEADERS };
}

/** The fields that differ from `known`. An unchanged address is not checked again, and other people's changes stay. */
function changesOf({ url, events, description, headers }: EndpointParams, known: EndpointParams) {
  const own = headersToSend(headers);
  const typed = description.trim();
  return {
    ...(own ? { headers: own } : {}),
    ...(url.trim() === known.url ? {} : { url: url.trim() }),
    ...(String(events) === String(known.events) ? {} : { events }),
    ...(typed === known.description ? {} : { description: typed || null }),
  };
}

/** Edits address, events, description and headers. The version has its own dialog. */
export function EditEndpoint({ endpoint, open, onOpenChange }: EndpointDialogProps) {
  const { mode } = useSession();
  const refresh = useRefreshHooks();
  const [known, setKnown] = useState(() => paramsOf(endpoint));
  const [params, setParams] = useState(known);
  const change = (changes: ReturnType<typeof changesOf>) =>
    client.post("/:mode/endpoints/:id", { mode, id: endpoint.id }, changes);
  const save = useMutation({
    mutationFn: async () => await change(changesOf(params, known)),
    onSuccess: async ({ note }) => {
      const before = changesOf(known, { ...params, url: params.url.trim() });
      const run = async () => {
        await change(before);
        await refresh();
      };
      const undo = { run, done: "Endpoint restored" };
      onOpenChange(false);
      toast.done("Endpoint changed", {
        description: note ?? undefined,
        // Nobody knows the earlier values of headers any more.
        ...(params.headers === NO_HEADERS ? { undo } : {}),
      });
      await refresh();
    },
  });
  return (
    <FormDialog
      wide
      title="Edit endpoint"
      open={open}
      onOpenChange={onOpenChange}
      verb="Save endpoint"
      submit={save}
      onOpen={() => {
        setKnown(paramsOf(endpoint));
        setParams(paramsOf(endpoint));
      }}
      layout="flex flex-col gap-5"
    >
      {(errorOf) => (
        <EndpointFields
          mode={mode}
          known={endpoint.headers}
          offer={endpoint.offer}
          params={params}
          errorOf={errorOf}
          onChange={(changes) => setParams({ ...params, ...changes })}
        />
      )}
    </FormDialog>
  );
}
