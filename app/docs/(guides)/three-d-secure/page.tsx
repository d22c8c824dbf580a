import type { Metadata } from "next";
import { TextLink } from "#components/ui/text-link.tsx";
import { DocsCode } from "../../docs-code.tsx";
import { CHALLENGE, EXEMPTION } from "../../flows/guide-flows.ts";
import { samplesOf } from "../../flows/samples.ts";
import { cardsOf } from "../../guide-data.ts";
import { Lead, Part, Steps, Table } from "../../guide-parts.tsx";

export const metadata: Metadata = { title: "3-D Secure · Guides" };

const WAYS = [
  ["frictionless", "The issuer recognised the payer and asked nothing."],
  ["3ds2", "The issuer asked: the payment is `requires_action` until the payer has answered."],
  ["exempted", "You asked for an exemption and the issuer accepted it."],
  ["not_required", "The rules require none, for example for a charge without the payer."],
] as const;

const ENDINGS = [
  ["succeeded", "Authenticated, and the bank approved."],
  [
    "failed",
    "The payer refused (`authentication_required`), the authentication failed (`authentication_error`), or the bank declined afterwards.",
  ],
  [
    "requires_action",
    "The payer closed the page. The same `redirect_url` works until `expires_at`.",
  ],
  ["canceled", "An hour passed without an answer, or you canceled. Nothing was charged."],
] as const;

const EXEMPTIONS = [
  ["low_value", "At most 30 EUR."],
  ["transaction_risk_analysis", "At most 500 EUR, for merchants with few fraud disputes."],
  ["trusted_beneficiary", "The payer has put you on their bank's list."],
] as const;

export default function ThreeDSecureGuide() {
  return (
    <>
      <h1 className="text-28 font-semibold">3-D Secure</h1>
      <Lead>
        European law wants the payer of a card payment to be authenticated. We start it with every
        charge that needs it; you only have to handle one more status, `requires_action`.
      </Lead>
      <Part id="challenge" title="When the bank asks the payer">
        <DocsCode title={CHALLENGE.title} snippets={samplesOf(CHALLENGE)} />
        <Steps>
          {[
            "Send the payer's browser to `redirect_url`. It is a page of ours that leads to the bank.",
            "The browser comes back to your `return_url` with `payment=pay_…` added. Anybody can type such a URL: it proves nothing.",
            "Read the payment from your server, or wait for `payment.succeeded` or `payment.failed`. Deliver only then.",
          ]}
        </Steps>
        <Table title="Status after the challenge" rows={ENDINGS} />
        <p className="text-13">
          <TextLink href="/docs/hosted-fields">A complete shop that does this</TextLink>
        </p>
      </Part>
      <Part id="sca" title="How a payment was authenticated">
        <Lead>
          `sca` on the payment says it. `acquirer_response` has the ECI and `liability_shift`: if it
          is true, a dispute as fraud is the issuer's loss.
        </Lead>
        <Table title="Values of sca" rows={WAYS} />
      </Part>
      <Part id="exemptions" title="Exemptions">
        <Lead>
          Ask with `exemption` and the payer is not asked, if the issuer accepts. The price: the
          liability for fraud stays with you. If the issuer rejects it (`exemption_outcome:
          rejected`), the payer can be challenged, so always send a `return_url`.
        </Lead>
        <DocsCode title={EXEMPTION.title} snippets={samplesOf(EXEMPTION)} />
        <Table title="Exemptions" rows={EXEMPTIONS} />
      </Part>
      <Part id="off-session" title="Without the payer">
        <Lead>
          Renewals of a subscription are charged under the mandate of the first charge and need no
          challenge. The first charge of a subscription can need one: the subscription is
          `incomplete` with a `redirect_url` until then.
        </Lead>
      </Part>
      <Part id="testing" title="Test it">
        <Table title="Cards with 3-D Secure" rows={cardsOf("authentication")} />
      </Part>
      <Part id="wrong" title="What can go wrong">
        <Steps>
          {[
            "The order is fulfilled because the browser came back. It also comes back after a refusal.",
            "The payer never comes back, but has paid. Only the event tells you: rely on webhooks.",
            "The payer opens the link twice or in another browser. Both work; the payment is charged once.",
            "Your page shows `redirect_url` in a frame: the bank refuses frames. Use the whole window.",
          ]}
        </Steps>
      </Part>
    </>
  );
}
