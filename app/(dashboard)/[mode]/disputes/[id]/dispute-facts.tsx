import { Deadline } from "#components/disputes/deadline.tsx";
import { networkCodeLabel, reasonName } from "#components/disputes/reasons.ts";
import { Money } from "#components/money/money.tsx";
import { acquirerFacts } from "#components/payments/acquirer-facts.tsx";
import { CustomerName } from "#components/payments/customer-name.tsx";
import { Instrument } from "#components/payments/instrument.tsx";
import { scaLabel } from "#components/payments/labels.ts";
import { Timestamp } from "#components/time/timestamp.tsx";
import { DefinitionList, type Fact } from "#components/ui/definition-list.tsx";
import { Section } from "#components/ui/section.tsx";
import { ShortId } from "#components/ui/short-id.tsx";
import { Status } from "#components/ui/status.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import type { DisputeView } from "#lib/dashboard/views/disputes.ts";
import { useSession } from "../../../session.tsx";
import { Assignee } from "./assignee.tsx";

/** Facts about a dispute and the disputed payment. */
export function DisputeFacts({ dispute }: { dispute: DisputeView }) {
  const { mode } = useSession();
  return (
    <div className="flex min-w-0 flex-col gap-8">
      <Section title="Dispute">
        <DefinitionList facts={disputeFacts(dispute)} />
      </Section>
      <Section title="Payment">
        <DefinitionList facts={paymentFacts(dispute, mode)} />
      </Section>
    </div>
  );
}

function disputeFacts(dispute: DisputeView): Fact[] {
  const { amount, currency, networkReasonCode: code } = dispute;
  return [
    { term: "Id", value: <ShortId id={dispute.id} what="dispute id" whole /> },
    { term: "Opened", value: <Timestamp value={dispute.createdAt} form="full" focusable /> },
    {
      term: "Response due",
      value: <Deadline by={dispute.evidenceDueBy} open={dispute.status === "needs_response"} />,
    },
    { term: "Assigned to", value: <Assignee dispute={dispute} /> },
    { term: "Taken from your balance", value: <Money amount={amount} currency={currency} /> },
    {
      term: "Dispute fee",
      value: <Money amount={dispute.fee} currency={currency} />,
      hint: "Charged by the acquirer, won or lost",
    },
    { term: "Reason", value: reasonName(dispute.reason) },
    { term: "Network code", value: code, hint: code && networkCodeLabel(code) },
  ];
}

function paymentFacts(dispute: DisputeView, mode: string): Fact[] {
  const { payment, customer, currency } = dispute;
  const path = payment.sca ? scaLabel(payment.sca) : null;
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
    { term: "Paid with", value: <Instrument {...dispute.instrument} /> },
    { term: "Authentication", value: path?.word ?? null, hint: path?.hint },
    ...acquirerFacts(payment.acquirerResponse),
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
