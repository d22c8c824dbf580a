"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Money, moneyText } from "#components/money/money.tsx";
import { instrumentText, REFUND_REASON_CHOICES } from "#components/payments/labels.ts";
import { readRefundAmount, refundableText } from "#components/payments/step-amounts.ts";
import { AboutError } from "#components/ui/about-error.tsx";
import { Banner } from "#components/ui/banner.tsx";
import { Field } from "#components/ui/field.tsx";
import { FormDialog } from "#components/ui/form-dialog.tsx";
import { Input } from "#components/ui/input.tsx";
import type { Choice } from "#components/ui/select.tsx";
import { Select } from "#components/ui/select.tsx";
import { toast } from "#components/ui/toast.tsx";
import { client, type RequestFailed, readsUnder } from "#lib/dashboard/client.ts";
import type { PaymentView, RefundMadeView } from "#lib/dashboard/views/payments.ts";
import type { RefundReason } from "#lib/kernel/vocabulary/refunds.ts";
import { useSession } from "../../../session.tsx";
import { isAnswered } from "../../shared/use-attempt.ts";
import type { ActionDialogProps } from "./payment-actions.tsx";

const NO_REASON = "none";
const REASONS: readonly Choice<RefundReason | typeof NO_REASON>[] = [
  { value: NO_REASON, label: "No reason" },
  ...REFUND_REASON_CHOICES,
];

/** Refunds a payment: amount, reason, and the consequences in numbers. Submitting twice refunds once. */
export function RefundDialog({ payment, open, onOpenChange }: ActionDialogProps) {
  const { currency, refundable, refundLimit } = payment;
  const offered = refundLimit ? least(refundLimit.left, refundable) : refundable;
  // The amount that can be refunded may still be read anew when the dialog opens.
  const [typed, setText] = useState<string | null>(null);
  const text = typed ?? refundableText(offered, currency);
  const [reason, setReason] = useState<RefundReason | typeof NO_REASON>("requested_by_customer");
  const refund = useRefund(payment, () => onOpenChange(false));
  // The refund may have been sent: until the outcome is known, the form is locked.
  const uncertain = refund.error !== null && !isAnswered(refund.error);
  // While the outcome is open, the amount may already be reserved.
  const most = uncertain ? BigInt(payment.amountCaptured) : BigInt(offered);
  const { minor, error } = readRefundAmount(text, currency, most, offered !== refundable);
  const ready = minor !== null;
  const send = () => {
    if (!ready) return;
    // A sent amount stays in the field when the payment is read again.
    setText(text);
    refund.mutate({ amount: String(minor), reason: reason === NO_REASON ? null : reason });
  };
  return (
    <FormDialog
      title={`Refund ${instrumentText(payment.instrument)}`}
      description={
        <>
          <Money amount={refundable} currency={currency} /> of{" "}
          <Money amount={payment.amountCaptured} currency={currency} /> can still be refunded.
          {refundLimit && <LimitNote payment={payment} limit={refundLimit} />}
        </>
      }
      open={open}
      onOpenChange={onOpenChange}
      verb={`${uncertain ? "Try again: " : ""}${ready ? `Refund ${moneyText(minor, currency)}` : "Refund"}`}
      keep="Cancel"
      ready={ready}
      submit={{ ...refund, mutate: send, error: uncertain ? null : refund.error }}
    >
      {(errorOf) => (
        <>
          <Field label="Amount" error={error ?? errorOf("amount")} disabled={uncertain}>
            <Input
              inputMode="decimal"
              autoComplete="off"
              value={text}
              onValueChange={(next) => {
                setText(next);
                // An earlier error about the amount no longer applies.
                refund.reset();
              }}
              after={currency}
              className="tabular-nums"
            />
          </Field>
          <Field label="Reason" error={errorOf("reason")}>
            <Select choices={REASONS} value={reason} onChange={setReason} disabled={uncertain} />
          </Field>
          {uncertain ? (
            <Banner tone="warning" title="It is not known yet whether the refund was sent">
              Try again to find out. It never refunds twice. {refund.error?.message}
              <AboutError error={refund.error} />
            </Banner>
          ) : (
            ready && <Effect payment={payment} amountMinor={minor} />
          )}
        </>
      )}
    </FormDialog>
  );
}

const least = (a: string, b: string) => (BigInt(a) < BigInt(b) ? a : b);

type Limited = { payment: PaymentView; limit: NonNullable<PaymentView["refundLimit"]> };

/** The limit of the person's role, and what they have used of it. */
function LimitNote({ payment: { currency }, limit: { most, left } }: Limited) {
  const used = BigInt(most) - BigInt(left);
  return (
    <>
      {" "}
      Your role may refund at most <Money amount={most} currency={currency} /> of one payment
      {used > 0n && (
        <>
          , and you have refunded <Money amount={used} currency={currency} /> of this one
        </>
      )}
      . Ask an owner or admin to refund more.
    </>
  );
}

/** Effects of the refund, before it is confirmed. */
function Effect({ payment, amountMinor }: { payment: PaymentView; amountMinor: bigint }) {
  const { currency, customer } = payment;
  const left = BigInt(payment.refundable) - amountMinor;
  const who = customer?.name ?? customer?.email ?? "the payer";
  return (
    <ul className="flex list-disc flex-col gap-1 pl-4 text-13 text-ink-muted marker:text-ink-faint">
      <li>
        {moneyText(amountMinor, currency)} is refunded to {instrumentText(payment.instrument)} of{" "}
        {who}. Most banks show it within 5 to 10 days.
      </li>
      <li>It is taken from your balance immediately. A refund that was sent cannot be canceled.</li>
      <li>
        {left === 0n
          ? "Nothing remains to be refunded on this payment."
          : `${moneyText(left, currency)} can still be refunded later.`}
      </li>
    </ul>
  );
}

/** Sends the refund. `attempt` is kept while the outcome is unknown, so that trying again finds the outcome instead of
 * refunding twice; it is replaced after a definite refusal. */
function useRefund(payment: PaymentView, onDone: () => void) {
  const { mode } = useSession();
  const queries = useQueryClient();
  const attempt = useRef<string>(undefined);
  const refresh = () => queries.invalidateQueries(readsUnder(`/${mode}/`));
  return useMutation<
    RefundMadeView,
    RequestFailed,
    { amount: string; reason: RefundReason | null }
  >({
    mutationFn: (params) => {
      attempt.current ??= crypto.randomUUID();
      const subject = { mode, id: payment.id };
      const body = { ...params, attempt: attempt.current };
      return client.post("/:mode/payments/:id/refunds", subject, body);
    },
    onSuccess: (made) => {
      onDone();
      toast.done(`Refunded ${moneyText(made.amount, made.currency)}`);
      void refresh();
    },
    onError: (error) => {
      if (isAnswered(error)) attempt.current = undefined;
      void refresh();
    },
  });
}
