"use client";

import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { later } from "#components/ui/later.tsx";
import type { PaymentView } from "#lib/dashboard/views/payments.ts";

const DetailsDialog = later(() =>
  import("./details-dialog.tsx").then(({ DetailsDialog }) => DetailsDialog),
);

/** Opens the editor of description and metadata, for members who may. Each opening starts from what is stored. */
export function EditDetails({ payment }: { payment: PaymentView }) {
  const [opening, setOpening] = useState(0);
  const [open, setOpen] = useState(false);
  if (!payment.allowedActions.edit.allowed && !open) return null;
  return (
    <>
      <Button
        size="small"
        aria-label="Edit description and metadata"
        onClick={() => {
          setOpening(opening + 1);
          setOpen(true);
        }}
      >
        Edit
      </Button>
      <DetailsDialog key={opening} payment={payment} open={open} onOpenChange={setOpen} />
    </>
  );
}
