"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { plural, urlParts } from "#components/format/delivery-labels.ts";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { Field } from "#components/ui/field.tsx";
import { FormDialog } from "#components/ui/form-dialog.tsx";
import { RadioGroup } from "#components/ui/radio-group.tsx";
import { Select } from "#components/ui/select.tsx";
import { toast } from "#components/ui/toast.tsx";
import { client, RequestFailed } from "#lib/dashboard/client.ts";
import type { EndpointDetailView } from "#lib/dashboard/views/endpoints.ts";
import { useSession } from "../../../../session.tsx";
import { covers, eventSentence } from "../../event-labels.ts";
import { type EndpointDialogProps, useRefreshHooks } from "./endpoint-dialog.ts";
import { ObjectFault, ObjectField, parseObject } from "./object-field.tsx";

type To = "one" | "all";

/** Subscribed types come first, but any type can be sent. */
function choicesOf({ offer, events }: EndpointDetailView) {
  const mine = offer.types.filter((type) => covers(events, type));
  const others = offer.types.filter((type) => !covers(events, type));
  return [...mine, ...others].map((type) => ({
    value: type,
    label: type,
    note: mine.includes(type) ? eventSentence(type) : "Not subscribed",
  }));
}

/** Sends an example event to this endpoint, or in test mode to all subscribers, and opens its delivery. In test mode
 * the object can be edited. */
export function SendTestEvent({ endpoint, open, onOpenChange }: EndpointDialogProps) {
  const { mode } = useSession();
  const choices = choicesOf(endpoint);
  const { host } = urlParts(endpoint.url);
  const [type, setType] = useState(choices[0]?.value ?? "payment.succeeded");
  const [to, setTo] = useState<To>("one");
  const [object, setObject] = useState<string | null>(null);
  const [anyShape, setAnyShape] = useState(false);
  const sample = useSample(endpoint.id, setObject);
  const send = useSend(endpoint, () => onOpenChange(false));
  const failure = send.error ?? sample.error;
  const objectFault = object !== null && isAboutObject(failure) ? failure : null;
  return (
    <FormDialog
      title="Send a test event"
      description={
        to === "one"
          ? `An example event is sent only to ${host}, signed and recorded like any other. Its objects do not exist.`
          : "An example event is sent to every enabled endpoint that subscribes to its type, signed and recorded like any other. Its objects do not exist."
      }
      open={open}
      onOpenChange={onOpenChange}
      verb={`Send ${type}`}
      submit={{
        ...send,
        error: objectFault ? null : failure,
        mutate: () => send.mutate({ type, object, toAll: to === "all", anyShape }),
      }}
      onOpen={sample.reset}
    >
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
        <>
          <RadioGroup
            label="To"
            choices={[
              { value: "one", label: `${host} alone`, note: "Regardless of its subscriptions." },
              { value: "all", label: "Every endpoint that subscribes", note: "Like a real event." },
            ]}
            value={to}
            onChange={(next: To) => setTo(next)}
          />
          <Checkbox
            label="Edit the object"
            hint="Start from an example of this type."
            checked={object !== null}
            onChange={(on) => (on ? sample.mutate(type) : setObject(null))}
          />
        </>
      )}
      {object !== null && (
        <ObjectField
          object={object}
          fault={objectFault}
          anyShape={anyShape}
          onObject={setObject}
          onAnyShape={setAnyShape}
        />
      )}
    </FormDialog>
  );
}

function isAboutObject(failure: Error | null): boolean {
  if (failure instanceof ObjectFault) return true;
  return failure instanceof RequestFailed && Boolean(failure.param?.startsWith("data"));
}

function useSample(endpointId: string, onSample: (object: string) => void) {
  const { mode } = useSession();
  return useMutation({
    mutationFn: (type: string) =>
      client.get("/:mode/endpoints/:id/sample", { mode, id: endpointId }, { type }),
    onSuccess: ({ data }) => onSample(JSON.stringify(data, null, 2)),
  });
}

type Params = { type: string; object: string | null; toAll: boolean; anyShape: boolean };

function useSend(endpoint: EndpointDetailView, onSent: () => void) {
  const { mode } = useSession();
  const router = useRouter();
  const refresh = useRefreshHooks();
  return useMutation({
    mutationFn: async ({ object, ...params }: Params) => {
      const data = object === null ? undefined : parseObject(object);
      const subject = { mode, id: endpoint.id };
      return await client.post("/:mode/endpoints/:id/test", subject, { ...params, data });
    },
    onSuccess: (sent, { toAll }) => {
      onSent();
      if (toAll) {
        toast.done(`${sent.eventType} was sent to ${plural(sent.deliveries, "endpoint")}`);
        router.push(`/${mode}/events/${sent.eventId}`);
      } else router.push(`/${mode}/webhooks/deliveries/${sent.deliveryId}`);
      void refresh();
    },
  });
}
