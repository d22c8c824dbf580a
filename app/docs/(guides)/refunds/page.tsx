import type { Metadata } from "next";
import { TextLink } from "#components/ui/text-link.tsx";
import { DocsCode } from "../../docs-code.tsx";
import { FAILED_REFUND, REFUND } from "../../flows/guide-flows.ts";
import { samplesOf } from "../../flows/samples.ts";
import { Lead, Part, Steps, Table } from "../../guide-parts.tsx";

export const metadata: Metadata = { title: "Refunds · Guides" };

const STATUSES = [
  ["pending", "Waits at the acquirer. Only now can it be canceled."],
  ["submitted", "Sent to the payer's bank."],
  ["settled", "The payer's bank confirmed the credit."],
  [
    "failed",
    "The payer's bank sent it back; `failure_reason` says why. The amount is on your balance again.",
  ],
  ["canceled", "You canceled it. The amount can be refunded again."],
] as const;

export default function RefundsGuide() {
  return (
    <>
      <h1 className="text-28 font-semibold">Refunds</h1>
      <Lead>
        A refund returns money of a captured payment to the payer, on the way it came: the same card
        or account. Several refunds of one payment are possible, and together they never exceed what
        was captured, however many servers send them.
      </Lead>
      <p className="text-13">
        <TextLink href="/docs/api/refunds">Parameters, fields and calls</TextLink>
      </p>
      <Part id="refund" title="Refund a part, or all">
        <DocsCode title={REFUND.title} snippets={samplesOf(REFUND)} />
        <Lead>
          Give each refund a key of its own, such as the order and a number: with one key for two
          refunds of 5.00, the second call is a repeat of the first. An authorised payment that is
          not captured yet is not refunded but canceled, with `POST /v1/payments/pay_…/cancel`.
        </Lead>
      </Part>
      <Part id="statuses" title="Statuses">
        <Lead>
          `refund.updated` is sent at every move, `refund.settled` and `refund.failed` at the end.
          The payment keeps its status; `amount_refunded` says how much went back.
        </Lead>
        <Table title="Statuses of a refund" rows={STATUSES} />
      </Part>
      <Part id="failed" title="A refund that fails later">
        <Lead>
          The account behind a card can be closed by the time of the refund. Then the refund is
          `failed`, the amount returns to your balance, and you owe it to the payer: ask for an
          account and send a payout. Test it with a card whose refunds fail:
        </Lead>
        <DocsCode title={FAILED_REFUND.title} snippets={samplesOf(FAILED_REFUND)} />
      </Part>
      <Part id="balance" title="Where the money comes from">
        <Lead>
          A refund is taken from your next settlement, where it is in `refunds`. The fees of the
          payment are not returned. On a day with more refunds than payments there is no settlement,
          and the rest is taken from a later one.
        </Lead>
      </Part>
      <Part id="wrong" title="What can go wrong">
        <Steps>
          {[
            "400 `parameter_invalid` with `param: amount`: more than what is left. Read the payment: `amount_captured` less `amount_refunded` remains.",
            "409 `state_invalid`: the payment is not captured, or is `failed`. Nothing was refunded.",
            "No response: send the same call with the same key. It is never refunded twice.",
            "409 `state_invalid` for a disputed payment: the dispute has taken the amount and decides who gets it.",
          ]}
        </Steps>
      </Part>
    </>
  );
}
