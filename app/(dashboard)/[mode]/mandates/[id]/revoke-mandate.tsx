"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { toast } from "#components/ui/toast.tsx";
import { client, readsUnder } from "#lib/dashboard/client.ts";
import type { MandateView } from "#lib/dashboard/views/mandates.ts";
import { useSession } from "../../../session.tsx";

/** Ends a mandate; offered while it is active, to whoever may. */
export function RevokeMandate({ mandate }: { mandate: MandateView }) {
  const { mode, session } = useSession();
  const queries = useQueryClient();
  const [attempt] = useState(() => crypto.randomUUID());
  if (mandate.status !== "active" || !session.may.includes("manage_mandates")) return null;
  const open = mandate.payments.filter(({ status }) => status === "processing").length;
  const onTheWay =
    open > 0
      ? ` ${open === 1 ? "One debit is" : `${open} debits are`} on the way and will go on.`
      : "";
  return (
    <ConfirmDialog
      title="Revoke this mandate?"
      touches={`Nothing can be debited on it from now on, for good; only the payer can agree anew.${onTheWay}`}
      verb="Revoke mandate"
      trigger={<Button>Revoke</Button>}
      onConfirm={async () => {
        await client.post("/:mode/mandates/:id/revoke", { mode, id: mandate.id }, { attempt });
        toast.done("The mandate is revoked");
        await queries.invalidateQueries(readsUnder(`/${mode}/`));
      }}
    />
  );
}
