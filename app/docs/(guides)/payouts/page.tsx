import type { Metadata } from "next";
import { TextLink } from "#components/ui/text-link.tsx";
import { Lead, Part, Steps, Table } from "../../guide-parts.tsx";

export const metadata: Metadata = { title: "Payouts · Guides" };

const STATUSES: readonly (readonly [string, string])[] = [
  ["pending", "The amount is held on the payout balance. It can be canceled."],
  ["submitted", "The bank has it."],
  ["settled", "It landed at the beneficiary's bank."],
  ["returned", "The beneficiary's bank rejected it or sent it back. The amount is on the balance."],
  ["failed", "It never reached the beneficiary's bank. The amount is on the balance."],
  ["canceled", "It was stopped before it was sent. The amount is on the balance."],
];

const APPROVAL_STATES: readonly (readonly [string, string])[] = [
  ["pending", "Nobody has decided. Nothing is sent."],
  ["approved", "A second person approved it, `decided_by`. It is sent at once."],
  ["refused", "A second person refused it. The payout is `canceled`."],
  ["expired", "Nobody decided within 72 hours, `expires_at`. The payout is `canceled`."],
  ["canceled", "The payout was canceled while it waited."],
];

const BATCHES_AND_CANCELS =
  "Both events of a batch carry the payout batch in `data`. Cancel a waiting payout with " +
  "`POST /v1/payouts/{id}/cancel`; no event is sent for that. List what waits with `GET /v1/payouts?approval=pending`.";

export default function PayoutsGuide() {
  return (
    <>
      <h1 className="text-28 font-semibold">Payouts</h1>
      <Lead>
        A payout sends money from the payout balance to a bank account. `POST /v1/payouts` makes
        one, or a batch of up to 20,000. The amount is held in the same call, so that payouts never
        take more than the balance has.
      </Lead>
      <Table title="Statuses of a payout" rows={STATUSES} />
      <p className="text-13">
        <TextLink href="/docs/api/payouts">Parameters, fields and examples</TextLink>
      </p>
      <Part id="limits" title="Limits for one person">
        <Lead>
          Your account can choose from which amounts on a payout needs two people. Owners and admins
          set the limits in the dashboard under Settings, Payout limits: for each currency, and
          separately in test and live mode. Without limits every payout is sent at once.
        </Lead>
        <Table
          title="Limits"
          rows={[
            ["One payout or batch", "A larger payout waits. A batch counts as its total."],
            [
              "All within 24 hours",
              "A payout that brings the sum of the last 24 hours above it waits. Approved and canceled payouts do not count.",
            ],
          ]}
        />
        <Lead>
          Set both limits to the same amount when a payout must not be split at all. Lower limits
          work at once. Higher limits, and none, work when another owner or admin has confirmed them
          within 72 hours. Payouts that were made before a change are not affected by it.
        </Lead>
      </Part>
      <Part id="approval" title="Approval by a second person">
        <Lead>
          A payout above a limit is `pending` and has an `approval`; otherwise `approval` is null. A
          batch is decided as one, and its payouts show the `approval` of the batch.
        </Lead>
        <Table title="States of an approval" rows={APPROVAL_STATES} />
        <Steps>
          {[
            "You make the payout. `payout.approval_requested` is sent, and members who may decide get an e-mail.",
            "An owner, an admin or a member for finance approves or refuses it in the dashboard. Whoever made the payout, or the key that made it, cannot. No key can.",
            "`payout.approval_decided` is sent with the new `approval.state`, also when the 72 hours are over. The events that follow are those of every payout.",
          ]}
        </Steps>
        <Lead>{BATCHES_AND_CANCELS}</Lead>
      </Part>
      <Part id="try" title="Try it">
        <Steps>
          {[
            "Set limits in test mode and invite a colleague.",
            "Top up the payout balance with `POST /v1/test/topup`, and make a payout above the limit.",
            "Let your colleague approve it, or move the sandbox clock by three days to see it expire.",
          ]}
        </Steps>
      </Part>
    </>
  );
}
