"use client";

import { Undo2 } from "lucide-react";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { later } from "#components/ui/later.tsx";
import type { PaymentView } from "#lib/dashboard/views/payments.ts";
import { useSession } from "../../../session.tsx";

const RefundDialog = later(() =>
  import("./refund-dialog.tsx").then(({ RefundDialog }) => RefundDialog),
);

/** Opens the refund dialog while the member may refund and something is refundable. Each opening mounts a new dialog,
 * so that abandoned input does not appear in the next. */
export function RefundButton({ payment }: { payment: PaymentView }) {
  const { session } = useSession();
  const [opening, setOpening] = useState(0);
  const [open, setOpen] = useState(false);
  const nothingLeft = BigInt(payment.refundable) === 0n;
  // An open dialog stays mounted: it may be waiting for an answer.
  if (!session.may.includes("refund") || (nothingLeft && !open)) return null;
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
