"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { moneyText } from "#components/money/money.tsx";
import { instrumentText } from "#components/payments/labels.ts";
import { readCaptureAmount, refundableText } from "#components/payments/step-amounts.ts";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { toast } from "#components/ui/toast.tsx";
import { client, readsUnder } from "#lib/dashboard/client.ts";
import type { PaymentStepView } from "#lib/dashboard/views/payments.ts";
import { useSession } from "../../../session.tsx";
import { isAnswered } from "../../shared/use-attempt.ts";
import type { ActionDialogProps } from "./payment-actions.tsx";

/** Cancels a payment that is not final. */
export function CancelDialog({ payment, open, onOpenChange }: ActionDialogProps) {
  const cancel = useStep(payment.id, "cancel");
  const amount = moneyText(payment.amount, payment.currency);
  return (
    <ConfirmDialog
      title="Cancel this payment"
      touches={
        payment.apiStatus === "requires_action"
          ? `The payer can no longer confirm it. No money has moved: ${amount} was not authorised.`
          : `The authorisation of ${amount} on ${instrumentText(payment.instrument)} is released. Nothing can be captured afterwards.`
      }
      verb="Cancel payment"
      open={open}
      onOpenChange={onOpenChange}
      onConfirm={async () => {
        await cancel({});
        toast.done("Payment canceled");
      }}
    />
  );
}

/** Captures an authorised payment, in whole or in part. */
export function CaptureDialog({ payment, open, onOpenChange }: ActionDialogProps) {
  const { amount, currency } = payment;
  const [text, setText] = useState(() => refundableText(amount, currency));
  const capture = useStep(payment.id, "capture");
  const read = readCaptureAmount(text, currency, BigInt(amount));
  const left = read.minor === null ? 0n : BigInt(amount) - read.minor;
  return (
    <ConfirmDialog
      title={`Capture from ${instrumentText(payment.instrument)}`}
      touches={
        left > 0n
          ? `${moneyText(amount, currency)} is authorised. The remaining ${moneyText(left, currency)} is released, because a payment can be captured only once.`
          : `${moneyText(amount, currency)} is authorised and will be charged.`
      }
      verb={read.minor === null ? "Capture" : `Capture ${moneyText(read.minor, currency)}`}
      danger={false}
      open={open}
      onOpenChange={onOpenChange}
      onConfirm={async () => {
        if (read.minor === null) throw new Error(read.error);
        const done = await capture({ amount: String(read.minor) });
        toast.done(`Captured ${moneyText(done.amountCaptured, done.currency)}`);
      }}
    >
      <Field label="Amount" error={read.error}>
        <Input
          inputMode="decimal"
          autoComplete="off"
          value={text}
          onValueChange={setText}
          after={currency}
          className="tabular-nums"
        />
      </Field>
    </ConfirmDialog>
  );
}

/** Sends a capture or cancellation. `attempt` is kept while the outcome is unknown, so that trying again finds the
 * outcome instead of acting twice; it is replaced after a definite refusal. */
function useStep(paymentId: string, verb: "capture" | "cancel") {
  const { mode } = useSession();
  const queries = useQueryClient();
  const attempts = useRef(new Map<string, string>());
  return async (params: { amount?: string }): Promise<PaymentStepView> => {
    const name = params.amount ?? "";
    const attempt = attempts.current.get(name) ?? crypto.randomUUID();
    attempts.current.set(name, attempt);
    try {
      const subject = { mode, id: paymentId };
      return await client.post(`/:mode/payments/:id/${verb}`, subject, { ...params, attempt });
    } catch (error) {
      if (isAnswered(error)) attempts.current.delete(name);
      throw error;
    } finally {
      await queries.invalidateQueries(readsUnder(`/${mode}/`));
    }
  };
}
