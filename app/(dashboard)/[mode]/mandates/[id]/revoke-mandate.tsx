"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { toast } from "#components/ui/toast.tsx";
import { client, readsUnder } from "#lib/dashboard/client.ts";
import type { MandateView } from "#lib/dashboard/views/mandates.ts";
import { useSession } from "../../../session.tsx";

/** Revokes a mandate. Shown while it is active, to members who may. */
export function RevokeMandate({ mandate }: { mandate: MandateView }) {
  const { mode, session } = useSession();
  const queries = useQueryClient();
  const [attempt] = useState(() => crypto.randomUUID());
  if (mandate.status !== "active" || !session.may.includes("manage_mandates")) return null;
  const open = mandate.payments.filter(({ status }) => status === "processing").length;
  const onTheWay =
    open > 0
      ? ` ${open === 1 ? "One debit is" : `${open} debits are`} already on the way and will be collected.`
      : "";
  return (
    <ConfirmDialog
      title="Revoke this mandate?"
      touches={`No more debits can be made on it. Only the payer can accept a new one.${onTheWay}`}
      verb="Revoke mandate"
      trigger={<Button>Revoke</Button>}
      onConfirm={async () => {
        await client.post("/:mode/mandates/:id/revoke", { mode, id: mandate.id }, { attempt });
        toast.done("Mandate revoked");
        await queries.invalidateQueries(readsUnder(`/${mode}/`));
      }}
    />
  );
}
