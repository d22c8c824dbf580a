"use client";

import { Check, Undo2, X } from "lucide-react";
import { type ComponentType, type ReactElement, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { later } from "#components/ui/later.tsx";
import { RefusedAction } from "#components/ui/refused-action.tsx";
import type { PaymentView } from "#lib/dashboard/views/payments.ts";

export type ActionDialogProps = {
  payment: PaymentView;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

const CancelDialog = later(() =>
  import("./step-dialogs.tsx").then(({ CancelDialog }) => CancelDialog),
);
const CaptureDialog = later(() =>
  import("./step-dialogs.tsx").then(({ CaptureDialog }) => CaptureDialog),
);
const RefundDialog = later(() =>
  import("./refund-dialog.tsx").then(({ RefundDialog }) => RefundDialog),
);
/** Only on failed payments, which stay failed. */
const RetryButton = later<{ payment: PaymentView }>(() =>
  import("./retry-button.tsx").then(({ RetryButton }) => RetryButton),
);

/** The actions that a payment allows now. An action that its status suggests but that is refused shows the reason instead. */
export function PaymentActions({ payment }: { payment: PaymentView }) {
  const { allowedActions, apiStatus } = payment;
  const canBeCaptured = apiStatus === "requires_capture";
  return (
    <>
      <ActionButton
        verb="Cancel payment"
        icon={<X className="size-3.5" aria-hidden />}
        offer={allowedActions.cancel}
        isExpected={canBeCaptured || apiStatus === "requires_action"}
        payment={payment}
        dialog={CancelDialog}
      />
      <ActionButton
        verb="Capture"
        icon={<Check className="size-3.5" aria-hidden />}
        offer={allowedActions.capture}
        isExpected={canBeCaptured}
        isMain
        payment={payment}
        dialog={CaptureDialog}
      />
      {apiStatus === "failed" && <RetryButton payment={payment} />}
      <ActionButton
        verb="Refund"
        icon={<Undo2 className="size-3.5" aria-hidden />}
        offer={allowedActions.refund}
        isExpected={apiStatus === "succeeded"}
        payment={payment}
        dialog={RefundDialog}
      />
    </>
  );
}

type ActionProps = {
  verb: string;
  icon: ReactElement;
  offer: PaymentView["allowedActions"]["refund"];
  /** In the payment's status a reader expects the action. */
  isExpected: boolean;
  isMain?: boolean;
  payment: PaymentView;
  dialog: ComponentType<ActionDialogProps>;
};

/** Opens the action's dialog. Each opening mounts a new one, so that abandoned input does not appear in the next. */
function ActionButton(props: ActionProps) {
  const { verb, icon, offer, isExpected, isMain, payment, dialog: ActionDialog } = props;
  const [opening, setOpening] = useState(0);
  const [open, setOpen] = useState(false);
  // An open dialog stays mounted: it may be waiting for an answer.
  if (!offer.allowed && !open) {
    return isExpected && <RefusedAction verb={verb} reason={offer.reason} />;
  }
  return (
    <>
      <Button
        variant={isMain ? "primary" : undefined}
        icon={icon}
        onClick={() => {
          setOpening(opening + 1);
          setOpen(true);
        }}
      >
        {verb}
      </Button>
      <ActionDialog key={opening} payment={payment} open={open} onOpenChange={setOpen} />
    </>
  );
}
