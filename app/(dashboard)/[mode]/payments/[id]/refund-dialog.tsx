"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Money, moneyText } from "#components/money/money.tsx";
import { readRefundAmount, refundableText } from "#components/payments/refund-amount.ts";
import { instrumentText, REFUND_REASON_CHOICES } from "#components/payments/words.ts";
import { Banner } from "#components/ui/banner.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogClose } from "#components/ui/dialog.tsx";
import { Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { Select } from "#components/ui/select.tsx";
import { toast } from "#components/ui/toast.tsx";
import {
  client,
  type PaymentView,
  type RefundMadeView,
  RequestFailed,
} from "#lib/dashboard/client.ts";
import { useSession } from "../../../session.tsx";

const NO_REASON = "none";
const REASONS = [{ value: NO_REASON, label: "Not said" }, ...REFUND_REASON_CHOICES];

type Props = { payment: PaymentView; open: boolean; onOpenChange: (open: boolean) => void };

/** Gives money back: how much, why, and in numbers what it does. Pressing twice refunds once. */
export function RefundDialog({ payment, open, onOpenChange }: Props) {
  const { currency, refundable } = payment;
  const [text, setText] = useState(() => refundableText(refundable, currency));
  const [reason, setReason] = useState("requested_by_customer");
  const refund = useRefund(payment, () => onOpenChange(false));
  // While the outcome is open, what it would take may already be held.
  const most = refund.uncertain ? BigInt(payment.amountCaptured) : BigInt(refundable);
  const amount = readRefundAmount(text, currency, most);
  const ready = amount.minor !== null;
  return (
    <Dialog
      title={`Refund ${instrumentText(payment.instrument)}`}
      description={
        <>
          <Money amount={refundable} currency={currency} /> of{" "}
          <Money amount={payment.amountCaptured} currency={currency} /> can still be refunded.
        </>
      }
      open={open}
      onOpenChange={(next) => !refund.busy && onOpenChange(next)}
      footer={
        <>
          <DialogClose render={<Button disabled={refund.busy}>Do not refund</Button>} />
          <Button
            type="submit"
            form="refund"
            variant="primary"
            disabled={!ready}
            loading={refund.busy}
          >
            {refund.uncertain && "Try again: "}
            {ready ? `Refund ${moneyText(amount.minor, currency)}` : "Refund"}
          </Button>
        </>
      }
    >
      <form
        id="refund"
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (amount.minor !== null) {
            void refund.send(amount.minor, reason === NO_REASON ? null : reason);
          }
        }}
      >
        <Field label="Amount" error={amount.error ?? refund.fieldError} disabled={refund.uncertain}>
          <Input
            inputMode="decimal"
            autoComplete="off"
            value={text}
            onValueChange={(next) => {
              setText(next);
              refund.forget();
            }}
            after={currency}
            className="tabular-nums"
          />
        </Field>
        <Field label="Reason">
          <Select
            choices={REASONS}
            value={reason}
            onChange={setReason}
            disabled={refund.uncertain}
          />
        </Field>
        {ready && !refund.uncertain && <Effect payment={payment} amountMinor={amount.minor} />}
        {refund.uncertain ? (
          <Banner tone="warning" title="It is not known yet whether the refund went out">
            Try again: that finds out, and never refunds twice. {refund.failure}
          </Banner>
        ) : (
          refund.failure && <Banner tone="negative">{refund.failure}</Banner>
        )}
      </form>
    </Dialog>
  );
}

/** What will have happened. */
function Effect({ payment, amountMinor }: { payment: PaymentView; amountMinor: bigint }) {
  const { currency, customer } = payment;
  const left = BigInt(payment.refundable) - amountMinor;
  const who = customer?.name ?? customer?.email ?? "the payer";
  return (
    <ul className="flex list-disc flex-col gap-1 pl-4 text-13 text-ink-muted marker:text-ink-faint">
      <li>
        {moneyText(amountMinor, currency)} goes back to {instrumentText(payment.instrument)} of{" "}
        {who}. Most banks show it within 5 to 10 days.
      </li>
      <li>
        It is taken from your balance at once, and cannot be called back once it is on its way.
      </li>
      <li>
        {left === 0n
          ? "Nothing of this payment remains to be refunded."
          : `${moneyText(left, currency)} can still be refunded later.`}
      </li>
    </ul>
  );
}

/** Sends the refund. One `attempt` per wish: kept while the outcome is unknown, so that trying again
 *  finds out instead of refunding again; replaced once the answer was a refusal. */
function useRefund(payment: PaymentView, onDone: () => void) {
  const { mode } = useSession();
  const queries = useQueryClient();
  const attempt = useRef<string>(undefined);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<RequestFailed | null>(null);
  const refresh = () =>
    queries.invalidateQueries({
      predicate: ({ queryKey }) => String(queryKey[1]).startsWith(`/${mode}/`),
    });
  const send = async (amountMinor: bigint, reason: string | null) => {
    if (busy) return;
    setBusy(true);
    setFailure(null);
    attempt.current ??= crypto.randomUUID();
    try {
      const body = { amount: String(amountMinor), reason, attempt: attempt.current };
      const made = await client.post<RefundMadeView>(
        `/${mode}/payments/${payment.id}/refunds`,
        body,
      );
      onDone();
      toast.done(`Refunded ${moneyText(made.amount, made.currency)}`);
      await refresh();
    } catch (error) {
      if (!(error instanceof RequestFailed)) throw error;
      if (isAnswered(error)) attempt.current = undefined;
      setFailure(error);
      await refresh();
    } finally {
      setBusy(false);
    }
  };
  const isOfAmount = failure?.param === "amount";
  return {
    busy,
    send,
    /** The wish has changed: what was said of the one before no longer holds. */
    forget: () => setFailure(null),
    /** It may have gone out: until that is known, nothing else can be wished. */
    uncertain: failure !== null && !isAnswered(failure),
    fieldError: isOfAmount ? failure.message : undefined,
    failure: failure && !isOfAmount ? failure.message : null,
  };
}

function isAnswered({ status, code }: RequestFailed): boolean {
  return status >= 400 && status < 500 && code !== "idempotency_in_progress";
}
