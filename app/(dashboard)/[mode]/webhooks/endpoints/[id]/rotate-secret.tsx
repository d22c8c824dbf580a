"use client";

import { useState } from "react";
import { urlParts } from "#components/format/delivery-labels.ts";
import { shortMoment } from "#components/time/format.ts";
import { useTimeFrame } from "#components/time/time-context.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { RadioGroup } from "#components/ui/radio-group.tsx";
import { client } from "#lib/dashboard/client.ts";
import type { EndpointSecretView } from "#lib/dashboard/views/endpoints.ts";
import { useSession } from "../../../../session.tsx";
import { useAttempt } from "../../../shared/use-attempt.ts";
import { NewSigningSecret } from "../new-signing-secret.tsx";
import { type EndpointDialogProps, useRefreshHooks } from "./endpoint-dialog.ts";

const OVERLAPS = [
  { value: "24", label: "24 hours", note: "Enough for one deployment." },
  { value: "72", label: "3 days", note: "Over a weekend." },
  { value: "168", label: "7 days", note: "The longest overlap." },
  {
    value: "0",
    label: "None",
    note: "The old secret stops signing immediately. Choose this for a leaked secret.",
  },
] as const;
type Overlap = (typeof OVERLAPS)[number]["value"];

/** Creates the next signing secret. Both sign during the overlap. */
export function RotateSecret({ endpoint, ...dialog }: EndpointDialogProps) {
  const { mode } = useSession();
  const { zone, present } = useTimeFrame();
  const refresh = useRefreshHooks();
  const once = useAttempt();
  const [overlap, setOverlap] = useState<Overlap>("24");
  const [made, setMade] = useState<EndpointSecretView | null>(null);
  const until = made?.endpoint.previousSecretExpiresAt;
  return (
    <>
      <ConfirmDialog
        {...dialog}
        danger={overlap === "0"}
        title={`Rotate the secret of ${urlParts(endpoint.url).host}?`}
        touches={
          endpoint.previousSecretExpiresAt
            ? "A rotation is already in progress: the oldest of the three secrets ends now. The present one continues to sign for the chosen time."
            : "A new secret signs every delivery from now on. The present one continues to sign for the chosen time, so that you can switch your server without failures."
        }
        verb="Rotate secret"
        onConfirm={async () => {
          setMade(
            await once(overlap, (attempt) => {
              const body = { overlapHours: Number(overlap), attempt };
              return client.post("/:mode/endpoints/:id/rotate", { mode, id: endpoint.id }, body);
            }),
          );
        }}
      >
        <RadioGroup
          label="Both sign for"
          choices={OVERLAPS}
          value={overlap}
          onChange={setOverlap}
        />
      </ConfirmDialog>
      <NewSigningSecret
        made={made}
        note={
          until
            ? `Both secrets sign until ${shortMoment(new Date(until), zone, present)}. Switch your server to the new one before then.`
            : "Only this secret signs from now on. Servers with the old one reject every delivery until they have it."
        }
        onStored={() => {
          setMade(null);
          void refresh();
        }}
      />
    </>
  );
}
