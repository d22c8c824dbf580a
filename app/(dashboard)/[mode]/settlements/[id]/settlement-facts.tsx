import { countText } from "#components/format/locale.ts";
import { Money } from "#components/money/money.tsx";
import { bpText, costBp } from "#components/settlements/figures.ts";
import { failureLabel } from "#components/settlements/labels.ts";
import { Timestamp } from "#components/time/timestamp.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { DefinitionList, type Fact } from "#components/ui/definition-list.tsx";
import { Section } from "#components/ui/section.tsx";
import { ShortId } from "#components/ui/short-id.tsx";
import type { SettlementView } from "#lib/dashboard/views/settlements.ts";
import { ArrivalDay } from "../arrival-day.tsx";

/** Facts about a settlement: dates, bank account, and each part of its sum. */
export function SettlementFacts({ settlement }: { settlement: SettlementView }) {
  return (
    <div className="flex min-w-0 flex-col gap-8">
      <Section title="Settlement">
        <DefinitionList facts={settlementFacts(settlement)} />
      </Section>
      <Section title="From gross to net">
        <DefinitionList facts={sumFacts(settlement)} />
      </Section>
    </div>
  );
}

const ARRIVALS: Record<string, string> = { paid: "Arrived", failed: "Was due" };

function settlementFacts(settlement: SettlementView): Fact[] {
  const { status, failureReason, bankReference, paidAt } = settlement;
  const facts: (Fact | false)[] = [
    { term: "Id", value: <ShortId id={settlement.id} what="settlement id" whole /> },
    {
      term: ARRIVALS[status] ?? "Arrives",
      value: <ArrivalDay day={settlement.arrivalDate} status={status} />,
      hint: status === "paid" ? undefined : "Two business days after the cut-off",
    },
    paidAt !== null && {
      term: "Paid",
      value: <Timestamp value={paidAt} form="full" focusable />,
      hint: "When your bank had the money",
    },
    {
      term: "Bank account",
      value: <span className="tabular-nums">•••• {settlement.bankAccountLast4}</span>,
    },
    bankReference !== null && {
      term: "Bank reference",
      value: <Reference text={bankReference} />,
      hint: "As it stands on your bank statement",
    },
    failureReason !== null && { term: "Return reason", value: failureLabel(failureReason) },
    { term: "From", value: <Timestamp value={settlement.periodStart} form="full" focusable /> },
    {
      term: "Cut-off",
      value: <Timestamp value={settlement.periodEnd} form="full" focusable />,
      hint: "00:00 UTC",
    },
    { term: "Created", value: <Timestamp value={settlement.createdAt} form="full" focusable /> },
    {
      term: "Transactions",
      value: <span className="tabular-nums">{countText(settlement.transactionCount)}</span>,
    },
  ];
  return facts.filter((fact) => fact !== false);
}

function Reference({ text }: { text: string }) {
  return (
    <span className="inline-flex items-center gap-0.5">
      <code className="font-mono text-12">{text}</code>
      <CopyButton text={text} what="bank reference" />
    </span>
  );
}

function sumFacts(settlement: SettlementView): Fact[] {
  const { currency } = settlement;
  const cost = costBp(BigInt(settlement.fee), BigInt(settlement.gross));
  const taken = (amount: string) => (
    <Money amount={amount === "0" ? "0" : `-${amount}`} currency={currency} />
  );
  return [
    { term: "Gross", value: <Money amount={settlement.gross} currency={currency} /> },
    { term: "Interchange", value: taken(settlement.interchange) },
    { term: "Scheme fees", value: taken(settlement.schemeFee) },
    { term: "Markup", value: taken(settlement.markup) },
    {
      term: "Commission",
      value: taken(settlement.commission),
      hint: "Amex, and methods without interchange",
    },
    { term: "Dispute fees", value: taken(settlement.disputeFees) },
    {
      term: "Effective cost",
      value: cost === null ? null : <span className="tabular-nums">{bpText(cost)}</span>,
      hint: "All fees in basis points of gross",
    },
    { term: "Refunds", value: taken(settlement.refunds) },
    { term: "Chargebacks", value: taken(settlement.chargebacks) },
    {
      term: "Adjustments",
      value: <Money amount={settlement.adjustments} currency={currency} />,
      hint: "Failed refunds, disputes won, and settlements returned by the bank",
    },
    {
      term: "Net",
      value: <Money amount={settlement.net} currency={currency} className="font-semibold" />,
    },
  ];
}
