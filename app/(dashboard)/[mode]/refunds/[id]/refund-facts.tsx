import { Money } from "#components/money/money.tsx";
import { CustomerName } from "#components/payments/customer-name.tsx";
import { Instrument } from "#components/payments/instrument.tsx";
import { refundReasonLabel } from "#components/payments/labels.ts";
import { Timestamp } from "#components/time/timestamp.tsx";
import { DefinitionList, type Fact } from "#components/ui/definition-list.tsx";
import { Section } from "#components/ui/section.tsx";
import { ShortId } from "#components/ui/short-id.tsx";
import { Status } from "#components/ui/status.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import type { RefundView } from "#lib/dashboard/views/refunds.ts";
import { useSession } from "../../../session.tsx";
import { SettlementLink } from "../../settlements/settlement-link.tsx";
import { metadataFacts } from "../../shared/metadata-facts.tsx";
import { RequestLink } from "../../webhooks/object-link.tsx";

/** Facts about a refund and its payment. */
export function RefundFacts({ refund }: { refund: RefundView }) {
  const { mode } = useSession();
  const metadata = metadataFacts(refund.metadata);
  return (
    <div className="flex min-w-0 flex-col gap-8">
      <Section title="Refund">
        <DefinitionList facts={refundFacts(refund, mode)} />
      </Section>
      <Section title="Payment">
        <DefinitionList facts={paymentFacts(refund, mode)} />
      </Section>
      {metadata.length > 0 && (
        <Section title="Metadata">
          <DefinitionList facts={metadata} />
        </Section>
      )}
    </div>
  );
}

function refundFacts(refund: RefundView, mode: string): Fact[] {
  return [
    { term: "Id", value: <ShortId id={refund.id} what="refund id" whole /> },
    { term: "Created", value: <Timestamp value={refund.createdAt} form="full" focusable /> },
    { term: "Last change", value: <Timestamp value={refund.updatedAt} form="full" focusable /> },
    { term: "Reason", value: refund.reason && refundReasonLabel(refund.reason) },
    { term: "Refunded to", value: <Instrument {...refund.instrument} /> },
    {
      term: "Settlement",
      value: <SettlementLink settlement={refund.settlement} mode={mode} />,
    },
    {
      term: "Request",
      value: refund.requestId && <RequestLink id={refund.requestId} />,
    },
    {
      term: "Rail's reference",
      value: refund.railReference && (
        <ShortId id={refund.railReference} what="rail's reference" whole />
      ),
    },
  ];
}

function paymentFacts(refund: RefundView, mode: string): Fact[] {
  const { payment, customer, currency } = refund;
  const left = BigInt(payment.amountCaptured) - BigInt(payment.amountRefunded);
  return [
    {
      term: "Payment",
      value: (
        <TextLink href={`/${mode}/payments/${payment.id}`}>
          <Money amount={payment.amount} currency={currency} />
        </TextLink>
      ),
      hint: payment.description,
    },
    { term: "Status", value: <Status status={payment.status} /> },
    { term: "Paid", value: <Timestamp value={payment.createdAt} form="full" focusable /> },
    {
      term: "Total refunded",
      value: <Money amount={payment.amountRefunded} currency={currency} />,
    },
    { term: "Still refundable", value: <Money amount={left} currency={currency} /> },
    {
      term: "Customer",
      value: customer ? (
        <TextLink href={`/${mode}/customers/${customer.id}`}>
          <CustomerName customer={customer} />
        </TextLink>
      ) : (
        <CustomerName customer={null} />
      ),
      hint: customer?.name ? customer.email : undefined,
    },
  ];
}
