import { longDay } from "#components/home/days.ts";
import { countryName } from "#components/payments/labels.ts";
import { accountText, payeeLabel, railName } from "#components/payouts/labels.ts";
import { Timestamp } from "#components/time/timestamp.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { DefinitionList, type Fact } from "#components/ui/definition-list.tsx";
import { Section } from "#components/ui/section.tsx";
import { ShortId } from "#components/ui/short-id.tsx";
import { Badge } from "#components/ui/status.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import type { PayoutView } from "#lib/dashboard/views/payouts.ts";
import { useSession } from "../../../session.tsx";
import { metadataFacts } from "../../shared/metadata-facts.tsx";
import { RequestLink } from "../../webhooks/object-link.tsx";

/** Facts about a payout and its beneficiary. */
export function PayoutFacts({ payout }: { payout: PayoutView }) {
  const { mode } = useSession();
  const metadata = metadataFacts(payout.metadata);
  return (
    <div className="flex min-w-0 flex-col gap-8">
      <Section title="Beneficiary">
        <DefinitionList facts={beneficiaryFacts(payout)} />
      </Section>
      <Section title="Payout">
        <DefinitionList facts={payoutFacts(payout, mode)} />
      </Section>
      {metadata.length > 0 && (
        <Section title="Metadata">
          <DefinitionList facts={metadata} />
        </Section>
      )}
    </div>
  );
}

function beneficiaryFacts({ beneficiary, payeeVerification }: PayoutView): Fact[] {
  const payee = payeeVerification === null ? null : payeeLabel(payeeVerification);
  const account = accountText(beneficiary);
  return [
    { term: "Name", value: beneficiary.name },
    {
      term: beneficiary.iban ? "IBAN" : "Account",
      value: (
        <span className="inline-flex items-center gap-1">
          <code className="font-mono text-12">{account}</code>
          <CopyButton text={account.replaceAll(" ", "")} what="account" className="opacity-60" />
        </span>
      ),
    },
    { term: "BIC", value: beneficiary.bic && <code className="font-mono">{beneficiary.bic}</code> },
    { term: "Country", value: countryName(beneficiary.country) },
    {
      term: "Payee check",
      value: payee ? <Badge tone={payee.tone}>{payee.word}</Badge> : null,
      hint: payee ? payee.hint : "Checked when it is sent",
    },
  ];
}

function payoutFacts(payout: PayoutView, mode: string): Fact[] {
  const { status, arrivalDate } = payout;
  const hasLanded = payout.transfers.some(({ kind }) => kind === "payout_settled");
  return [
    { term: "Id", value: <ShortId id={payout.id} what="payout id" whole /> },
    { term: "Created", value: <Timestamp value={payout.createdAt} form="full" focusable /> },
    { term: "Last change", value: <Timestamp value={payout.updatedAt} form="full" focusable /> },
    {
      term: "Rail",
      value: railName(payout.rail),
      hint: payout.fallback ? `Requested: ${railName(payout.railRequested)}` : undefined,
    },
    ...(!hasLanded && status !== "pending" && status !== "submitted"
      ? []
      : [{ term: hasLanded ? "Arrived" : "Expected", value: longDay(arrivalDate) }]),
    { term: "Reference", value: payout.reference },
    {
      term: "End-to-end id",
      value: <ShortId id={payout.endToEndId} what="end-to-end id" whole />,
    },
    {
      term: "Batch",
      value: payout.batch && (
        <TextLink href={`/${mode}/batches/${payout.batch.id}`}>Row {payout.batch.row}</TextLink>
      ),
    },
    {
      term: "Request",
      value: payout.requestId && <RequestLink id={payout.requestId} />,
    },
    {
      term: "Rail's reference",
      value: payout.railReference && (
        <ShortId id={payout.railReference} what="rail's reference" whole />
      ),
    },
  ];
}
