import type { Metadata } from "next";
import { TextLink } from "#components/ui/text-link.tsx";
import { Lead, Part, Steps, Table } from "../../guide-parts.tsx";

export const metadata: Metadata = { title: "Payouts · Guides" };

const STATUSES: readonly (readonly [string, string])[] = [
  ["pending", "The amount is held on the payout balance. It can be canceled."],
  ["submitted", "The payout was sent to the bank."],
  ["settled", "The money reached the beneficiary's bank."],
  [
    "returned",
    "The beneficiary's bank rejected it or sent it back. The amount is back on the balance.",
  ],
  ["failed", "It did not reach the beneficiary's bank. The amount is back on the balance."],
  ["canceled", "It was canceled before it was sent. The amount is back on the balance."],
];

const APPROVAL_STATES: readonly (readonly [string, string])[] = [
  ["pending", "Waiting for a decision. Nothing has been sent."],
  ["approved", "The person in `decided_by` approved it. It is sent immediately."],
  ["refused", "The person in `decided_by` refused it. The payout is `canceled`."],
  ["expired", "Nobody decided within 72 hours (`expires_at`). The payout is `canceled`."],
  ["canceled", "The payout was canceled before a decision."],
];

const BATCHES_AND_CANCELS =
  "For a batch, `data` of both events is the payout batch. Cancel a waiting payout with " +
  "`POST /v1/payouts/{id}/cancel`; this sends no event. List waiting payouts with `GET /v1/payouts?approval=pending`.";

export default function PayoutsGuide() {
  return (
    <>
      <h1 className="text-28 font-semibold">Payouts</h1>
      <Lead>
        A payout sends money from the payout balance to a bank account. `POST /v1/payouts` creates
        one payout, or a batch of up to 20,000. The same call holds the amount on the balance, so
        payouts can never exceed it.
      </Lead>
      <Table title="Statuses of a payout" rows={STATUSES} />
      <p className="text-13">
        <TextLink href="/docs/api/payouts">Parameters, fields and examples</TextLink>
      </p>
      <Part id="limits" title="Approval limits">
        <Lead>
          You can require a second person's approval for payouts above an amount. Owners and admins
          set the limits in the dashboard under Settings, Payout limits: for each currency, and
          separately for test and live mode. Without limits every payout is sent immediately.
        </Lead>
        <Table
          title="Limits"
          rows={[
            [
              "One payout or batch",
              "A payout above this amount waits for approval. For a batch, the total counts.",
            ],
            [
              "All within 24 hours",
              "A payout that raises the sum of the last 24 hours above this amount waits for approval. Approved and canceled payouts do not count.",
            ],
          ]}
        />
        <Lead>
          Set both limits to the same amount, so that nobody can avoid approval by splitting a
          payout. A lower limit applies immediately. A higher limit, or its removal, applies when
          another owner or admin has confirmed it within 72 hours. Changes do not affect existing
          payouts.
        </Lead>
      </Part>
      <Part id="approval" title="Approval by a second person">
        <Lead>
          A payout above a limit is `pending` and has an `approval`; otherwise `approval` is null. A
          batch gets one decision, and its payouts show the `approval` of the batch.
        </Lead>
        <Table title="States of an approval" rows={APPROVAL_STATES} />
        <Steps>
          {[
            "You create the payout. We send `payout.approval_requested` and e-mail the members who may decide.",
            "An owner, admin or finance member approves or refuses it in the dashboard. The member who created the payout, or the key that created it, cannot decide. No API key can.",
            "We send `payout.approval_decided` with the new `approval.state`, also when the approval expires. The usual payout events follow.",
          ]}
        </Steps>
        <Lead>{BATCHES_AND_CANCELS}</Lead>
      </Part>
      <Part id="try" title="Try it">
        <Steps>
          {[
            "Set limits in test mode and invite a colleague.",
            "Top up the payout balance with `POST /v1/test/topup`, and create a payout above the limit.",
            "Let your colleague approve it, or advance the sandbox clock by three days to see it expire.",
          ]}
        </Steps>
      </Part>
    </>
  );
}
