import type { Metadata } from "next";
import { DocsCode } from "../../docs-code.tsx";
import { DATA } from "../../guide-data.ts";
import { Lead, Part, Table } from "../../guide-parts.tsx";
import { AVAILABLE, REDIRECT } from "../../guide-snippets.ts";

export const metadata: Metadata = { title: "Payment methods · Guides" };

const COUNTRY = new Intl.DisplayNames("en", { type: "region" });

const FLOWS: Readonly<Record<string, string>> = {
  token: "Charges a token. The result is immediate, or follows 3-D Secure.",
  debit: "Debits a tokenised bank account under a mandate. The result takes days.",
  redirect: "The payer approves at their bank. Send the browser to `redirect_url`.",
  code: "The payer enters a code from their bank's app.",
};

const payersOf = (payers: string) =>
  payers === "everywhere"
    ? "Payers everywhere"
    : payers === "SEPA"
      ? "Payers in SEPA"
      : `Payers in ${payers
          .split(", ")
          .map((country) => COUNTRY.of(country) ?? country)
          .join(", ")}`;

const ROWS = DATA.methods.map(({ name, flow, currencies, payers }): readonly [string, string] => [
  name,
  `${FLOWS[flow]} ${payersOf(payers)}; ${currencies ? currencies.join(", ") : "every currency"}.`,
]);

export default function MethodsGuide() {
  return (
    <>
      <h1 className="text-28 font-semibold">Payment methods</h1>
      <Lead>
        One call creates a payment by any method; `method` names it. The methods differ in the
        parameters they need and in when the result is final.
      </Lead>
      <Table title="Methods" rows={ROWS} />
      <Part id="offering" title="What to offer a payer">
        <Lead>
          Request the methods for the payer's country, with a publishable key from the page or a
          secret key from the server. The list is in the order in which to show them.
        </Lead>
        <DocsCode title="Methods of a country" snippets={AVAILABLE} />
      </Part>
      <Part id="redirects" title="At the payer's bank">
        <Lead>
          The payment is created as `requires_action` with a `redirect_url`. The payer has one hour
          to approve it. The payer may never return to your `return_url`, so rely only on the
          payment's status and its event.
        </Lead>
        <DocsCode title="A payment by iDEAL" snippets={REDIRECT} />
      </Part>
      <Part id="debits" title="Direct debits">
        <Lead>
          A debit needs the payer's consent: a mandate, created with the first payment or before it.
          State in `mandate_data` when and from which address the payer agreed: the first debit of a
          payment method needs it from version 2026-12-01 on. The payment is `processing` for about
          two days, and the bank can refuse it during that time. The payer can also reverse it
          later. Deliver only what you can take back before `payment.succeeded`.
        </Lead>
      </Part>
      <Part id="retrying" title="Retry a soft decline">
        <Lead>
          `POST /v1/payments/pay_…/retry` charges a declined payment again without the payer. It
          needs a live mandate for the payment method: of a card that pays a subscription, or of a
          debited bank account. It is refused after a hard decline (`do_not_try_again`), once
          somebody has paid or tried since, after 7 days, and beyond the card schemes' limits: 15
          reattempts in 30 days at Visa, 10 tries in 24 hours and 35 in 30 days at Mastercard. For
          any other card, ask the payer to pay again. The dashboard retries all payments of a filter
          at once.
        </Lead>
      </Part>
      <Part id="rails" title="Rails">
        <Lead>
          A rail is the connection to a bank or card network. In test mode the rail is a sandbox: it
          keeps state, and each test number has a fixed outcome. In live mode it is an acquirer,
          reached through a connector that the operator of this service configures. Without a
          connector, live payments get 502. If a rail does not answer, the payment stays
          `processing` until we have asked the rail for the outcome. We never guess the outcome and
          never charge twice.
        </Lead>
      </Part>
    </>
  );
}
