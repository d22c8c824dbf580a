"use client";

import { useQuery } from "@tanstack/react-query";
import { Check, Hourglass, X } from "lucide-react";
import { useEffect } from "react";
import { QueryState } from "#components/data/query-state.tsx";
import { Money } from "#components/money/money.tsx";
import { declineLabel } from "#components/payments/declines.ts";
import { Instrument } from "#components/payments/instrument.tsx";
import { Timestamp } from "#components/time/timestamp.tsx";
import { ButtonLink, buttonClass } from "#components/ui/button.tsx";
import { cx } from "#components/ui/cx.ts";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import { read } from "#lib/dashboard/client.ts";
import type { CheckoutPaymentView } from "#lib/dashboard/views/checkout.ts";
import { waiting } from "../waiting.ts";

const POLL_MS = 2_000;

const LOOKS = {
  done: { icon: Check, ground: "bg-positive-soft text-positive-ink" },
  waits: { icon: Hourglass, ground: "bg-warning-soft text-warning-ink" },
  failed: { icon: X, ground: "bg-negative-soft text-negative-ink" },
} as const;

/** The page after paying or after the bank. It reads the payment, because parameters in the address prove nothing. */
export function ResultScreen({ id }: { id: string }) {
  const query = useQuery({
    ...read("/:mode/checkout/payments/:id", { mode: "test", id }),
    refetchInterval: ({ state }) =>
      state.data && resultLabel(state.data).look === "waits" ? POLL_MS : false,
  });
  const isOver = query.data && resultLabel(query.data).look !== "waits";
  useEffect(() => {
    if (isOver) waiting.remember(null);
  }, [isOver]);
  return (
    <>
      <PageHeader crumbs={[{ label: "Checkout", href: "/test/checkout" }]} title="Result" />
      <QueryState query={query} what="The payment" loading={<Skeleton className="h-80" />}>
        {(payment) => <Result payment={payment} />}
      </QueryState>
    </>
  );
}

function Result({ payment }: { payment: CheckoutPaymentView }) {
  const label = resultLabel(payment);
  const { icon: Icon, ground } = LOOKS[label.look];
  return (
    <div className="mx-auto mt-4 w-full max-w-dialog overflow-hidden rounded-large border border-line shadow-press">
      <div role="status" className="flex flex-col items-center px-6 pt-10 pb-8 text-center">
        <span
          aria-hidden
          className={cx("flex size-14 items-center justify-center rounded-full", ground)}
        >
          <Icon className="size-7" strokeWidth={2} />
        </span>
        <h2 className="mt-5 text-20 font-semibold">{label.title}</h2>
        <p className="mt-1 max-w-form text-14 text-ink-muted">{label.text}</p>
        <p className="mt-6 text-28 font-semibold tabular-nums">
          <Money amount={payment.amount} currency={payment.currency} large />
        </p>
        <p className="mt-1 text-13 text-ink-muted">
          <Instrument {...payment.instrument} />
        </p>
        {payment.expiresAt && (
          <p className="mt-3 text-13 text-ink-muted">
            Can be confirmed until <Timestamp value={payment.expiresAt} form="short" />
          </p>
        )}
      </div>
      <div className="flex flex-col gap-2 bg-surface-sunken p-5">
        {payment.redirectUrl ? (
          <a href={payment.redirectUrl} className={buttonClass("primary", "large")}>
            Confirm at the bank
          </a>
        ) : (
          <ButtonLink variant="primary" size="large" href="/test/checkout">
            {label.look === "failed" ? "Try another card" : "Make another payment"}
          </ButtonLink>
        )}
        <p className="pt-1 text-center text-13">
          <TextLink href={`/test/payments/${payment.id}`}>View payment</TextLink>
        </p>
      </div>
    </div>
  );
}

type ResultLabel = {
  look: "done" | "waits" | "failed";
  title: string;
  text: string;
};

const DONE: ResultLabel = {
  look: "done",
  title: "Paid",
  text: "Thank you. Your shop would now send the order.",
};

/** A shop's message to its payer about a finished payment. */
function resultLabel({ status, declineCode, ...rest }: CheckoutPaymentView): ResultLabel {
  if (status === "succeeded") return DONE;
  if (status === "requires_capture") return { ...DONE, title: "Authorised" };
  if (status === "processing" && rest.instrument.method.endsWith("_debit")) {
    return {
      look: "waits",
      title: "Processing",
      text: "Your bank was asked for the money and answers within days. Advance the sandbox clock to see its answer.",
    };
  }
  if (status === "processing") {
    return { look: "waits", title: "Processing", text: "Your bank is processing the payment." };
  }
  if (status === "requires_action") {
    return {
      look: "waits",
      title: "Not confirmed yet",
      text: "Your bank is waiting for your answer. Nothing was charged.",
    };
  }
  if (status === "canceled") {
    return {
      look: "failed",
      title: "Not confirmed in time",
      text: "The payment was canceled. Nothing was charged.",
    };
  }
  if (declineCode === "authentication_required" || declineCode === "declined_by_payer") {
    return {
      look: "failed",
      title: "Refused at the bank",
      text: "You did not confirm the payment, so nothing was charged.",
    };
  }
  if (declineCode === "authentication_error") {
    return {
      look: "failed",
      title: "Your bank could not authenticate you",
      text: "Authentication failed for technical reasons. Nothing was charged.",
    };
  }
  const label = declineLabel(declineCode ?? "generic_decline");
  return { look: "failed", title: `Declined: ${label.title.toLowerCase()}`, text: label.means };
}
