import type { Metadata } from "next";
import { TextLink } from "#components/ui/text-link.tsx";
import { DocsCode } from "../../docs-code.tsx";
import { MATCH_CREDIT } from "../../flows/guide-flows.ts";
import { samplesOf } from "../../flows/samples.ts";
import { Lead, Part, Steps, Table } from "../../guide-parts.tsx";
import { CLOSE_MONTH } from "../../guide-snippets.ts";

export const metadata: Metadata = { title: "Reconciliation · Guides" };

const SUMS = [
  ["gross", "Captured payments of the batch."],
  ["− fees", "Interchange, scheme fees, markup and commission of these payments."],
  ["− refunds", "Refunds since the last batch."],
  ["− chargebacks", "Disputed amounts, with the fees of disputes."],
  ["+ adjustments", "Won disputes, failed refunds and returned settlements. Can be negative."],
  ["= net", "The amount that arrives: one line of your bank statement."],
] as const;

const KEYS = [
  ["Bank statement line", "`bank_reference` of the settlement, and its `net`."],
  ["Settlement", "`settlement` of each balance transaction."],
  ["Balance transaction", "`source`: the payment, refund or dispute."],
  ["Payment", "`metadata` and `description`: put your order number there."],
] as const;

export default function ReconciliationGuide() {
  return (
    <>
      <h1 className="text-28 font-semibold">Reconciliation</h1>
      <Lead>
        Your bank shows one credit a day and currency; behind it are hundreds of payments, refunds
        and fees. Every cent of the credit has a row here, and the rows add up to it exactly.
      </Lead>
      <Part id="sums" title="What one credit is made of">
        <Lead>
          A settlement closes at 00:00 UTC and arrives two business days later. Its `net` is the sum
          of its rows and of the ledger, or it is not paid.
        </Lead>
        <Table title="A settlement" rows={SUMS} />
      </Part>
      <Part id="credit" title="From the bank to the order">
        <DocsCode title={MATCH_CREDIT.title} snippets={samplesOf(MATCH_CREDIT)} />
        <Table title="What leads from one to the next" rows={KEYS} />
      </Part>
      <Part id="month" title="A whole month in one file">
        <Lead>
          The settlement report has the same rows for a period: those of the settlements that your
          bank had in it, by `settlement_effective_at`. The sum of `net` is the sum of the credits.
        </Lead>
        <DocsCode title="A month of settlements, verified" snippets={CLOSE_MONTH} />
        <p className="text-13">
          <TextLink href="/docs/reports">Layouts, hashes, and closed months</TextLink>
        </p>
      </Part>
      <Part id="statement" title="Without a program">
        <Lead>
          Under Reports, Bank you drop in a camt.053, MT940 or CSV statement. Lines that carry a
          reference are matched by it, others by amount, currency and date; the rest is listed with
          what differs and why it may.
        </Lead>
      </Part>
      <Part id="events" title="Events too">
        <Lead>
          The same question for webhooks: has your server got every event? `GET
          /v1/delivery_reconciliation` counts each event of a period once per endpoint, and
          `complete` is true if all were delivered.
        </Lead>
        <p className="text-13">
          <TextLink href="/docs/webhooks#complete">The nightly check</TextLink>
        </p>
      </Part>
      <Part id="wrong" title="What can go wrong">
        <Steps>
          {[
            "You sum payments by their day and miss the credit: it has the payments of the cut-off's day, less refunds and disputes of that day. Sum balance transactions of the settlement instead.",
            "You sum in floating point. Amounts are integers in minor units; keep them so.",
            "Two currencies in one sum: there is a settlement for each.",
            "A settlement is `failed`: your bank returned it, and its money is in a later one. Count `paid` only.",
          ]}
        </Steps>
      </Part>
    </>
  );
}
