import type { Metadata } from "next";
import {
  COUNTRY_CARDS,
  CVC_ROWS,
  cardsOf,
  DATA,
  IBAN_ROWS,
  PAYOUT_ROWS,
} from "../../guide-data.ts";
import { Lead, Part, Table } from "../../guide-parts.tsx";
import { SCENARIOS } from "../../scenarios.ts";

export const metadata: Metadata = { title: "Test data · Guides" };

export default function TestDataGuide() {
  return (
    <>
      <h1 className="text-28 font-semibold">Test data</h1>
      <Lead>
        In test mode the card or account number decides the outcome. Use any future expiry date and
        any security code. Real card numbers are refused. Each test card also exists as a token:
        `pm_test_` followed by the number, such as `pm_test_4242424242424242`.
      </Lead>
      <Part id="succeeds" title="Cards that succeed">
        <div className="mt-4" />
        <Table title="Cards that succeed" rows={COUNTRY_CARDS} />
      </Part>
      <Part id="declines" title="Cards that decline">
        <Lead>
          `advice_code` says whether to retry: `do_not_try_again` means that this card will not
          succeed, `confirm_card_data` means that the payer should check the card details.
        </Lead>
        <Table title="Cards that decline" rows={cardsOf("decline")} />
      </Part>
      <Part id="three-d-secure" title="3-D Secure">
        <div className="mt-4" />
        <Table title="Cards with 3-D Secure" rows={cardsOf("authentication")} />
      </Part>
      <Part id="acquirer" title="What the acquirer reports">
        <Lead>
          A card payment has `acquirer_response`: its ECI, whether the liability for fraud has
          shifted to the issuer, the results of the checks of address and security code, and the
          acquirer reference number (`arn`) once it is captured. Authenticated payments have the ECI
          `05` (Mastercard `02`) and shift the liability. With cards from Australia, Canada and New
          Zealand the authentication is only attempted, `06` or `01`, which shifts it too. Exempted
          payments and those without the payer have `07` or `00` and leave it with you. These
          security codes change the results of the checks, and no outcome.
        </Lead>
        <Table title="Security codes" rows={CVC_ROWS} />
      </Part>
      <Part id="afterwards" title="Disputes and refunds">
        <div className="mt-4" />
        <Table title="Cards that are disputed or fail to refund" rows={cardsOf("afterwards")} />
      </Part>
      <Part id="debits" title="Direct debits">
        <Lead>
          Debits succeed after 2 days and fail after 3. To skip the wait, advance the sandbox clock
          in the header of the dashboard in test mode.
        </Lead>
        <Table title="SEPA accounts" rows={IBAN_ROWS} />
        <Table
          title={`Bacs accounts, sort code ${DATA.bacs.sortCode}`}
          rows={DATA.bacs.accounts.map(({ account, does }) => [
            `${DATA.bacs.sortCode} · ${account}`,
            does,
          ])}
        />
      </Part>
      <Part id="banks" title="Banks and wallets">
        <Lead>
          iDEAL, Bancontact, EPS, Przelewy24 and SEPA Instant open the sandbox's bank page, where
          you approve or refuse. For a wallet, use the token `test_ok` or `test_declined`.
        </Lead>
        <Table
          title="BLIK codes"
          rows={[
            ...DATA.blik.map(({ code, does }): readonly [string, string] => [code, does]),
            ["any other", "Declined: `invalid_blik_code`."],
          ]}
        />
        <Table
          title="Banks of bank payments"
          rows={DATA.banks.map(({ id, name }): readonly [string, string] => [id, name])}
        />
      </Part>
      <Part id="payouts" title="Payouts">
        <div className="mt-4" />
        <Table title="Accounts of beneficiaries" rows={PAYOUT_ROWS} />
      </Part>
      <Part id="scenarios" title="What happens later">
        <Lead>
          Two calls of test mode make later events happen now. `POST /v1/test/clock/advance` moves
          the time of the whole sandbox: settlements arrive, debits fail, periods end. `POST
          /v1/test/simulate` moves one object:
        </Lead>
        <Table title="Scenarios" rows={SCENARIOS} />
      </Part>
    </>
  );
}
