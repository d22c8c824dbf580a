import type { Metadata } from "next";
import { OriginCode } from "../../api/origin-code.tsx";
import { DATA } from "../../guide-data.ts";
import { Lead, Part, Table } from "../../guide-parts.tsx";
import { AVAILABLE, REDIRECT } from "../../guide-snippets.ts";

export const metadata: Metadata = { title: "Payment methods · Guides" };

const COUNTRY = new Intl.DisplayNames("en", { type: "region" });

const FLOWS: Readonly<Record<string, string>> = {
  token: "By a token; the answer is there at once, or after 3-D Secure.",
  debit: "By a tokenised bank account under a mandate; the answer takes days.",
  redirect: "The payer approves at their bank: send the browser to `redirect_url`.",
  code: "By the code the payer reads in their bank's app.",
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
        One call makes a payment by any of them; `method` says which. What differs is what you give
        with it, and when the answer is final.
      </Lead>
      <Table title="Methods" rows={ROWS} />
      <Part id="offering" title="What to offer a payer">
        <Lead>
          Ask by the payer's country, with a publishable key from the page or a secret one from the
          server. The answer is in the order to show them in.
        </Lead>
        <OriginCode title="Methods of a country" snippets={AVAILABLE} />
      </Part>
      <Part id="redirects" title="At the payer's bank">
        <Lead>
          The payment comes back as `requires_action` with a `redirect_url`. The payer returns to
          your `return_url`, or never: only the payment's state and its event say what became of it.
          It can be approved for an hour.
        </Lead>
        <OriginCode title="A payment by iDEAL" snippets={REDIRECT} />
      </Part>
      <Part id="debits" title="Direct debits">
        <Lead>
          A debit needs the payer's consent: a mandate, made with the first payment or ahead of it.
          Say in `mandate_data` when and from where the payer agreed; the upcoming version requires
          it for the first debit of a payment method. The payment is `processing` for two days or so
          and can be refused by the bank until then, or taken back by the payer later. Deliver what
          can be taken back; for the rest wait for `payment.succeeded`.
        </Lead>
      </Part>
      <Part id="rails" title="Rails">
        <Lead>
          In test mode a sandbox answers for banks and networks: stateful, with named outcomes for
          every test number. In live mode an acquirer does, by a connector that the operator of this
          service has set; without one, live payments are refused with 502 and nothing is pretended.
          A call that a rail does not answer stays `processing` until the rail has been asked what
          became of it; nothing is guessed and nothing is charged twice.
        </Lead>
      </Part>
    </>
  );
}
