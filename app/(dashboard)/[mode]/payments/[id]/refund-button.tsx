"use client";

import { Undo2 } from "lucide-react";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { later } from "#components/ui/later.tsx";
import { RefusedAction } from "#components/ui/refused-action.tsx";
import type { PaymentView } from "#lib/dashboard/views/payments.ts";

const RefundDialog = later(() =>
  import("./refund-dialog.tsx").then(({ RefundDialog }) => RefundDialog),
);

/** Opens the refund dialog, or says why nothing can be refunded. Each opening mounts a new dialog,
 * so that abandoned input does not appear in the next. */
export function RefundButton({ payment }: { payment: PaymentView }) {
  const [opening, setOpening] = useState(0);
  const [open, setOpen] = useState(false);
  const { allowed, reason } = payment.allowedActions.refund;
  // An open dialog stays mounted: it may be waiting for an answer.
  if (!allowed && !open) {
    return payment.apiStatus === "succeeded" && <RefusedAction verb="Refund" reason={reason} />;
  }
  return (
    <>
      <Button
        icon={<Undo2 className="size-3.5" aria-hidden />}
        onClick={() => {
          setOpening(opening + 1);
          setOpen(true);
        }}
      >
        Refund
      </Button>
      <RefundDialog key={opening} payment={payment} open={open} onOpenChange={setOpen} />
    </>
  );
}
