import type { Metadata } from "next";
import { TextLink } from "#components/ui/text-link.tsx";
import { DocsCode } from "../../docs-code.tsx";
import { Lead, Part, Steps, Table } from "../../guide-parts.tsx";
import {
  STRIPE_CALLS,
  STRIPE_EVENTS,
  STRIPE_FIELDS,
  STRIPE_OBJECTS,
  STRIPE_STATUSES,
} from "../../migration-rows.ts";
import { CLIENT_CALLS, STRIPE_CLIENT } from "../../stripe-client-rows.ts";

export const metadata: Metadata = { title: "Migrate from Stripe · Guides" };

export default function FromStripeGuide() {
  return (
    <>
      <h1 className="text-28 font-semibold">Migrate from Stripe</h1>
      <Lead>
        Keys, lists, expansion, idempotency and test cards work as you know them. The largest
        difference: a payment is one call that answers with its outcome, not an intent that is
        confirmed.
      </Lead>
      <Part id="plan" title="In which order">
        <Steps>
          {[
            "Replace the card fields by ours and create payments with the token; both can run side by side, chosen by a switch in your shop.",
            "Register an endpoint and handle the events below beside Stripe's.",
            "Move new subscriptions. Existing ones need the card again: card data is moved only between processors, ask both for a transfer.",
            "Refund and answer disputes of old payments at Stripe until no more can come: schemes allow 120 days for most reasons.",
          ]}
        </Steps>
      </Part>
      <Part id="objects" title="Objects">
        <Table title="Objects of Stripe, and here" rows={STRIPE_OBJECTS} />
      </Part>
      <Part id="calls" title="Calls">
        <Table title="Calls of Stripe, and here" rows={STRIPE_CALLS} />
      </Part>
      <Part id="fields" title="Fields and headers">
        <Table title="Fields of Stripe, and here" rows={STRIPE_FIELDS} />
      </Part>
      <Part id="statuses" title="Statuses of a payment">
        <Table title="Statuses of Stripe, and here" rows={STRIPE_STATUSES} />
      </Part>
      <Part id="events" title="Events">
        <Table title="Events of Stripe, and here" rows={STRIPE_EVENTS} />
        <Lead>
          The signature has Stripe's form, `t=…,v1=…`, in the header `Service-Signature`:
          `stripe.webhooks.constructEvent(body, header, secret)` verifies it.
        </Lead>
      </Part>
      <Part id="client" title="Stripe's client">
        <Lead>
          The `stripe` package for Node can call this API if you change only its address. A test
          makes every call below with it.
        </Lead>
        <DocsCode title="The client" snippets={[{ language: "Node", code: STRIPE_CLIENT }]} />
        <Table title="Calls that work unchanged" rows={CLIENT_CALLS.unchanged} />
        <Table title="Calls that work with other fields" rows={CLIENT_CALLS.other} />
        <Table title="Calls that do not work" rows={CLIENT_CALLS.none} />
        <Lead>
          The fields of the answers are those of this API: `created` is an ISO 8601 time, currencies
          are in upper case, and the object of an event is `event.data`. For new code use the
          package `paydesk`, whose types are those of the API.
        </Lead>
      </Part>
      <Part id="errors" title="Errors and declines">
        <Lead>
          Error types and the fields `code`, `param`, `decline_code` and `message` are those you
          branch on today. Decline codes have Stripe's names where the reason is the same.
        </Lead>
        <p className="text-13">
          <TextLink href="/docs/errors">Which errors to retry</TextLink>
        </p>
      </Part>
      <Part id="cards" title="Test cards">
        <Lead>
          Most of Stripe's test card numbers have the same outcome here, also as tokens: `pm_test_`
          followed by the number.
        </Lead>
        <p className="text-13">
          <TextLink href="/docs/test-data">Every test card</TextLink>
        </p>
      </Part>
    </>
  );
}
