"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import { useState } from "react";
import { plural, urlParts } from "#components/format/delivery-labels.ts";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { Field } from "#components/ui/field.tsx";
import { Select } from "#components/ui/select.tsx";
import { toast } from "#components/ui/toast.tsx";
import { client } from "#lib/dashboard/client.ts";
import type { EventView } from "#lib/dashboard/views/webhooks.ts";
import { useSession } from "../../../session.tsx";
import { covers } from "../../webhooks/event-labels.ts";
import { endpointsRead, isAboutHooks } from "../../webhooks/hook-reads.ts";

const ALL = "all";

/** Sends an event again, to every endpoint that had it or subscribes to it, or to one of them. */
export function ReplayEvent({ event }: { event: EventView }) {
  const { mode, session } = useSession();
  const queries = useQueryClient();
  const [open, setOpen] = useState(false);
  const [to, setTo] = useState(ALL);
  const { data } = useQuery({ ...endpointsRead(mode), enabled: open });
  if (!session.may.includes("manage_webhooks")) return null;
  const enabled = data?.endpoints.filter(({ status }) => status === "enabled") ?? [];
  const had = new Set(event.deliveries.map(({ endpoint }) => endpoint.id));
  const concerned = enabled.filter(({ id, events }) => had.has(id) || covers(events, event.type));
  const choices = [
    {
      value: ALL,
      label: `${plural(concerned.length, "endpoint")} concerned`,
      note: "All enabled endpoints that received it or subscribe to it now",
    },
    ...enabled.map(({ id, url }) => {
      const { host, path } = urlParts(url);
      return { value: id, label: `${host}${path}` };
    }),
  ];
  return (
    <ConfirmDialog
      danger={false}
      title={`Replay ${event.type}?`}
      touches="It is sent with the same event id, a new timestamp and a new signature. Scheduled retries of this event are canceled."
      verb="Replay event"
      open={open}
      onOpenChange={setOpen}
      trigger={<Button icon={<RotateCw className="size-3.5" aria-hidden />}>Replay</Button>}
      onConfirm={async () => {
        const { deliveryIds } = await client.post(
          "/:mode/events/:id/replay",
          { mode, id: event.id },
          to === ALL ? {} : { endpoint: to },
        );
        await queries.invalidateQueries({ predicate: isAboutHooks });
        toast.done(`Sent again: ${plural(deliveryIds.length, "delivery")}`);
      }}
    >
      <Field label="To">
        <Select choices={choices} value={to} onChange={(next: string) => setTo(next)} />
      </Field>
    </ConfirmDialog>
  );
}
