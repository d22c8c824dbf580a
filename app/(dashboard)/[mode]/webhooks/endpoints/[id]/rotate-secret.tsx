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
import { NewSigningSecret } from "../new-signing-secret.tsx";
import { type EndpointDialogProps, useRefreshHooks } from "./endpoint-dialog.ts";

const OVERLAPS = [
  { value: "24", label: "24 hours", note: "Time for one deployment." },
  { value: "72", label: "3 days", note: "Over a weekend." },
  { value: "168", label: "7 days", note: "The longest there is." },
  {
    value: "0",
    label: "None",
    note: "The old secret stops signing at once: for one that leaked.",
  },
] as const;
type Overlap = (typeof OVERLAPS)[number]["value"];

/** Makes the next signing secret; both sign while they overlap. */
export function RotateSecret({ endpoint, ...dialog }: EndpointDialogProps) {
  const { mode } = useSession();
  const { zone, present } = useTimeFrame();
  const refresh = useRefreshHooks();
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
            ? "A rotation is under way already: the oldest of the three secrets ends now. The present one signs beside the new one for as long as you choose."
            : "A new secret signs every delivery from now on. The present one signs beside it for as long as you choose, so that your receiver can change over in its own time."
        }
        verb="Rotate secret"
        onConfirm={async () => {
          setMade(
            await client.post(
              "/:mode/endpoints/:id/rotate",
              { mode, id: endpoint.id },
              {
                overlapHours: Number(overlap),
              },
            ),
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
            ? `Both secrets sign until ${shortMoment(new Date(until), zone, present)}. Give your receiver the new one before then.`
            : "Only this secret signs from now on. Receivers with the old one refuse every delivery until they have it."
        }
        onStored={() => {
          setMade(null);
          void refresh();
        }}
      />
    </>
  );
}
