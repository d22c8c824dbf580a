"use client";

import { useMutation } from "@tanstack/react-query";
import { useEffect, useId, useState } from "react";
import { Banner } from "#components/ui/banner.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogClose } from "#components/ui/dialog.tsx";
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
  const id = useId();
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
  const { reset } = save;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only opening starts over; what is read again meanwhile must not undo what was typed.
  useEffect(() => {
    if (!open) return;
    setWishes(wishesOf(endpoint));
    reset();
  }, [open]);
  const failure = save.error instanceof RequestFailed ? save.error : null;
  return (
    <Dialog
      wide
      title="Edit endpoint"
      open={open}
      onOpenChange={(next) => !save.isPending && onOpenChange(next)}
      footer={
        <>
          <DialogClose render={<Button disabled={save.isPending}>Cancel</Button>} />
          <Button type="submit" form={id} variant="primary" loading={save.isPending}>
            Save endpoint
          </Button>
        </>
      }
    >
      <form
        id={id}
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        {save.error && !failure?.param && <Banner tone="negative">{save.error.message}</Banner>}
        <EndpointFields
          mode={mode}
          offer={endpoint.offer}
          wishes={wishes}
          failure={failure}
          onChange={(changes) => setWishes({ ...wishes, ...changes })}
        />
      </form>
    </Dialog>
  );
}
