import type { Metadata } from "next";
import { TextLink } from "#components/ui/text-link.tsx";
import { DocsCode } from "../../docs-code.tsx";
import { CANCEL, CHANGE_PLAN, DUNNING, SUBSCRIBE } from "../../flows/guide-flows.ts";
import { samplesOf } from "../../flows/samples.ts";
import { Lead, Part, Steps, Table } from "../../guide-parts.tsx";

export const metadata: Metadata = { title: "Subscriptions and dunning · Guides" };

const STATUSES = [
  [
    "incomplete",
    "The first charge is open: the payer must confirm it, or it was declined. A new payment method within 23 hours is charged immediately.",
  ],
  ["incomplete_expired", "The first charge did not succeed within 23 hours. Nothing is owed."],
  ["trialing", "The trial runs. The first charge comes at `trial_end`."],
  ["active", "Every invoice is paid. Deliver."],
  ["past_due", "An invoice is unpaid, and dunning retries it. Decide whether you still deliver."],
  ["unpaid", "Dunning failed, and you chose `unpaid`. It is not charged any more; cancel it."],
  ["canceled", "It has ended."],
] as const;

const EVENTS = [
  ["subscription.created", "A customer subscribed."],
  ["subscription.trial_ending", "3 days before a trial ends."],
  ["invoice.paid", "A period is paid: extend access until the period's end."],
  ["invoice.payment_failed", "An attempt was declined. Ask for another payment method."],
  ["subscription.past_due", "A renewal is unpaid, and dunning has begun."],
  ["subscription.updated", "Plan, quantity, payment method or status changed."],
  ["subscription.canceled", "It ended: by a call, at the end of its period, or by dunning."],
] as const;

export default function SubscriptionsGuide() {
  return (
    <>
      <h1 className="text-28 font-semibold">Subscriptions and dunning</h1>
      <Lead>
        A plan is a price per period; a subscription charges it to a customer until it ends. We make
        an invoice for each period, charge it without the payer, and retry declined charges.
      </Lead>
      <p className="text-13">
        <TextLink href="/docs/api/subscriptions">Parameters, fields and calls</TextLink>
      </p>
      <Part id="subscribe" title="Subscribe a customer">
        <Lead>
          Three calls: the plan once, the customer once, the subscription. The payment method is a
          token of the hosted fields; here it is a test card. Later charges use the mandate that the
          first one makes.
        </Lead>
        <DocsCode title={SUBSCRIBE.title} snippets={samplesOf(SUBSCRIBE)} />
        <Lead>
          If the answer has `next_action: redirect`, send the payer to `redirect_url`: the bank
          wants a confirmation of the first charge. `active` follows in the event
          `subscription.updated`. With `trial_days`, on the plan or in this call, the first charge
          comes when the trial ends.
        </Lead>
        <Table title="Statuses of a subscription" rows={STATUSES} />
      </Part>
      <Part id="change" title="Change plan or quantity">
        <Lead>
          A change takes effect immediately and is prorated to the minor unit: unused time of the
          old price is credited, the same time of the new one is charged. `proration_behavior` says
          when: `create_prorations` on the next invoice, `always_invoice` now, `none` not at all. A
          credit is always of what was invoiced, whatever applied since without being invoiced.
        </Lead>
        <DocsCode title={CHANGE_PLAN.title} snippets={samplesOf(CHANGE_PLAN)} />
        <Lead>
          Show the payer the price first: `POST /v1/subscriptions/sub_…/preview` takes the same
          parameters and returns the lines without a change. Send its `proration_date` with the
          change, and exactly these lines are invoiced. A plan never changes its price, because
          subscribers agreed to it: create another plan and move subscriptions to it.
        </Lead>
      </Part>
      <Part id="dunning" title="When a renewal is declined">
        <Lead>
          The subscription becomes `past_due`, and the open invoice is charged again 1, 3, 5 and 7
          days after the first failure. After a hard decline, such as a stolen card, the same card
          is not charged again; only a new payment method helps. If nothing succeeds,
          `dunning.final_action` follows on day 7: `cancel`, the default, or `unpaid`.
        </Lead>
        <DocsCode title={DUNNING.title} snippets={samplesOf(DUNNING)} />
        <Lead>
          The sandbox clock makes a month pass in one call. `POST /v1/test/simulate` also takes a
          past-due subscription with `attempt_now` (the next retry) and `dunning_ends` (the final
          action), and one in its trial with `trial_ends`.
        </Lead>
      </Part>
      <Part id="cancel" title="End a subscription">
        <Lead>
          With `cancel_at_period_end` the customer keeps what is paid, and nothing more is charged.
          Send it with `false` before that date to continue. `POST /v1/subscriptions/sub_…/cancel`
          ends it at once; the current period is not refunded by itself.
        </Lead>
        <DocsCode title={CANCEL.title} snippets={samplesOf(CANCEL)} />
      </Part>
      <Part id="events" title="What your server does with events">
        <Table title="Events of subscriptions" rows={EVENTS} />
      </Part>
      <Part id="wrong" title="What can go wrong">
        <Steps>
          {[
            "You give access when the call returns, and the subscription is `incomplete`. Look at `status`: only `active` and `trialing` are good.",
            "A retried call subscribes twice. Derive the `Idempotency-Key` from the customer and the plan; a repeat within 24 hours answers with the first subscription.",
            "A direct debit is paid, and its bank takes the money back weeks later. The invoice is open again, `invoice.payment_failed` is sent, and dunning begins.",
            "You change the card of a customer, but the subscription has its own `payment_method`. Change it there: an open invoice is charged immediately.",
          ]}
        </Steps>
      </Part>
    </>
  );
}
