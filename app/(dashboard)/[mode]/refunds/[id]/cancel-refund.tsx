"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { moneyText } from "#components/money/money.tsx";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { toast } from "#components/ui/toast.tsx";
import { client, readsUnder } from "#lib/dashboard/client.ts";
import type { RefundView } from "#lib/dashboard/views/refunds.ts";
import { useSession } from "../../../session.tsx";

/** Cancels a refund that was not sent yet. Shown to members who may refund. */
export function CancelRefund({ refund }: { refund: RefundView }) {
  const { mode, session } = useSession();
  const queries = useQueryClient();
  const [attempt] = useState(() => crypto.randomUUID());
  if (refund.status !== "pending" || !session.may.includes("refund")) return null;
  const amount = moneyText(refund.amount, refund.currency);
  return (
    <ConfirmDialog
      title="Cancel this refund?"
      touches={`${amount} stays on your balance and can be refunded later. This works only until the refund is sent.`}
      verb="Cancel refund"
      trigger={<Button>Cancel refund</Button>}
      onConfirm={async () => {
        await client.post("/:mode/refunds/:id/cancel", { mode, id: refund.id }, { attempt });
        toast.done(`The refund of ${amount} was cancelled`);
        await queries.invalidateQueries(readsUnder(`/${mode}/`));
      }}
    />
  );
}
