import type { Metadata } from "next";
import { TextLink } from "#components/ui/text-link.tsx";
import { DocsCode } from "../../docs-code.tsx";
import { DISPUTE } from "../../flows/guide-flows.ts";
import { samplesOf } from "../../flows/samples.ts";
import { Lead, Part, Steps, Table } from "../../guide-parts.tsx";

export const metadata: Metadata = { title: "Disputes · Guides" };

const STATUSES = [
  ["needs_response", "Answer or accept it before `evidence_due_by`."],
  ["under_review", "Your evidence is with the issuer. It cannot be changed any more."],
  ["won", "Decided for you: the amount is on your balance again. The fee is not returned."],
  ["lost", "Decided for the payer, accepted by you, or not answered in time."],
] as const;

const REASONS = [
  [
    "fraudulent",
    "Proof that the cardholder took part: 3-D Secure, earlier undisputed orders, the same address and device.",
  ],
  [
    "product_not_received",
    "Carrier, tracking number, and the proof of delivery to the payer's address.",
  ],
  ["product_unacceptable", "The description that the payer saw, and your messages with the payer."],
  [
    "subscription_canceled",
    "The terms, and that the service was used after the date of the claim.",
  ],
  ["credit_not_processed", "The refund that you made, or the policy that the payer accepted."],
  ["duplicate", "Both orders, with what was delivered for each."],
  [
    "debit_not_authorized",
    "A direct debit that the payer's bank returned. The mandate, with the date and address of consent.",
  ],
] as const;

export default function DisputesGuide() {
  return (
    <>
      <h1 className="text-28 font-semibold">Disputes</h1>
      <Lead>
        A payer asks their bank for the money of a payment back. The bank takes it from us and we
        from your balance, with a fee, at once. With evidence before the deadline you can get the
        amount back.
      </Lead>
      <p className="text-13">
        <TextLink href="/docs/api/disputes">Parameters, fields and calls</TextLink>
      </p>
      <Part id="answer" title="Answer with evidence">
        <Lead>
          `dispute.opened` tells you. Save texts as often as you like with `submit: false`; the call
          without it submits them, once and finally.
        </Lead>
        <DocsCode title={DISPUTE.title} snippets={samplesOf(DISPUTE)} />
        <Lead>
          Files count as evidence too: PDF, PNG or JPEG, at most 4 MB each, added with `POST
          /v1/disputes/dp_…/files` before you submit. In the dashboard, the page of a dispute
          proposes evidence from the payment, its customer, refunds, authentication, delivery data
          in metadata, and earlier payments that were not disputed.
        </Lead>
      </Part>
      <Part id="accept" title="Accept">
        <Lead>
          If the payer is right, `POST /v1/disputes/dp_…/accept` ends it as `lost`. Do not refund
          the payment as well: the dispute has taken the amount already.
        </Lead>
      </Part>
      <Part id="statuses" title="Statuses">
        <Table title="Statuses of a dispute" rows={STATUSES} />
      </Part>
      <Part id="reasons" title="What convinces an issuer">
        <Table title="Reasons and evidence" rows={REASONS} />
      </Part>
      <Part id="liability" title="Who bears the loss">
        <Lead>
          A payment that was authenticated by 3-D Secure usually has `liability_shift: true` in its
          `acquirer_response`: disputes as fraud are then the issuer's loss. List payments without
          it with `GET /v1/payments?liability=merchant`.
        </Lead>
      </Part>
      <Part id="testing" title="Test it">
        <Lead>
          Two test cards are disputed half an hour after the charge; the sandbox clock skips the
          wait. Any other succeeded payment takes `POST /v1/test/simulate` with `chargeback`. The
          sandbox decides a day after the evidence: `winning_evidence` wins, anything else loses. A
          dispute that needs a response also takes `deadline_passes`.
        </Lead>
      </Part>
      <Part id="wrong" title="What can go wrong">
        <Steps>
          {[
            "Nobody looks before `evidence_due_by`: the dispute is `lost`. Send `dispute.opened` to a person; Settings → Alerts tells you of disputes that are due.",
            "Evidence is submitted too early: it cannot be changed. Save with `submit: false` until it is complete.",
            "409 `state_invalid`: it was submitted, decided, or the deadline has passed.",
          ]}
        </Steps>
      </Part>
    </>
  );
}
