"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useId, useState } from "react";
import { Banner } from "#components/ui/banner.tsx";
import { Button } from "#components/ui/button.tsx";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { Dialog, DialogClose } from "#components/ui/dialog.tsx";
import { Field } from "#components/ui/field.tsx";
import { Select } from "#components/ui/select.tsx";
import { Textarea } from "#components/ui/textarea.tsx";
import { client, type EndpointDetailView, RequestFailed } from "#lib/dashboard/client.ts";
import { useSession } from "../../../../session.tsx";
import { urlParts } from "../../delivery-words.ts";
import { covers, eventSentence } from "../../event-words.ts";
import { type EndpointDialogProps, useRefreshHooks } from "./endpoint-dialog.ts";

type Sent = { eventId: string; eventType: string; deliveryId: string };

/** Those it subscribed to come first, but any can be tried. */
function choicesOf({ offer, events }: EndpointDetailView) {
  const mine = offer.types.filter((type) => covers(events, type));
  const others = offer.types.filter((type) => !covers(events, type));
  return [...mine, ...others].map((type) => ({
    value: type,
    label: type,
    note: mine.includes(type) ? eventSentence(type) : "Not subscribed",
  }));
}

/** Sends a made-up event here and goes to its delivery, where the answer appears. In test mode the
 *  object can be written by hand. */
export function SendTestEvent({ endpoint, open, onOpenChange }: EndpointDialogProps) {
  const { mode } = useSession();
  const router = useRouter();
  const refresh = useRefreshHooks();
  const id = useId();
  const choices = choicesOf(endpoint);
  const [type, setType] = useState(choices[0]?.value ?? "payment.succeeded");
  const [object, setObject] = useState<string | null>(null);
  const path = `/${mode}/endpoints/${endpoint.id}`;
  const sample = useMutation({
    mutationFn: (of: string) => client.get<{ data: unknown }>(`${path}/sample`, { type: of }),
    onSuccess: ({ data }) => setObject(JSON.stringify(data, null, 2)),
  });
  const send = useMutation({
    mutationFn: async () => {
      const data = object === null ? undefined : parseObject(object);
      return await client.post<Sent>(`${path}/test`, { type, data });
    },
    onSuccess: (sent) => {
      onOpenChange(false);
      router.push(`/${mode}/webhooks/deliveries/${sent.deliveryId}`);
      void refresh();
    },
  });
  const failure = send.error ?? sample.error;
  const param = failure instanceof RequestFailed ? failure.param : undefined;
  const isObjectFault = failure instanceof ObjectFault || param?.startsWith("data");
  return (
    <Dialog
      title="Send a test event"
      description={`A made-up event goes to ${urlParts(endpoint.url).host} alone, signed and recorded like any other. Nothing in it exists.`}
      open={open}
      onOpenChange={(next) => {
        if (next) send.reset();
        onOpenChange(next);
      }}
      footer={
        <>
          <DialogClose render={<Button disabled={send.isPending}>Cancel</Button>} />
          <Button type="submit" form={id} variant="primary" loading={send.isPending}>
            Send {type}
          </Button>
        </>
      }
    >
      <form
        id={id}
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          send.mutate();
        }}
      >
        {failure && !isObjectFault && <Banner tone="negative">{failure.message}</Banner>}
        <Field label="Event">
          <Select
            choices={choices}
            value={type}
            onChange={(next: string) => {
              setType(next);
              if (object !== null) sample.mutate(next);
            }}
          />
        </Field>
        {mode === "test" && (
          <Checkbox
            label="Write the object yourself"
            hint="Starts from a sample of this type."
            checked={object !== null}
            onChange={(on) => (on ? sample.mutate(type) : setObject(null))}
          />
        )}
        {object !== null && (
          <Field
            label="Object"
            error={isObjectFault && failure ? failure.message : undefined}
            hint="What the event carries as data."
          >
            <Textarea
              mono
              spellCheck={false}
              className="max-h-72"
              value={object}
              onChange={(event) => setObject(event.currentTarget.value)}
            />
          </Field>
        )}
      </form>
    </Dialog>
  );
}

class ObjectFault extends Error {}

function parseObject(text: string): Record<string, unknown> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : "It cannot be read.";
    throw new ObjectFault(`That is not JSON: ${reason}`);
  }
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed))
    throw new ObjectFault('An object is needed: { "id": …, "status": … }');
  return parsed as Record<string, unknown>;
}
