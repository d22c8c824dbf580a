import type { Metadata } from "next";
import { COUNTRY_CARDS, cardsOf, DATA, IBAN_ROWS, PAYOUT_ROWS } from "../../guide-data.ts";
import { Lead, Part, Table } from "../../guide-parts.tsx";

export const metadata: Metadata = { title: "Test data · Guides" };

export default function TestDataGuide() {
  return (
    <>
      <h1 className="text-28 font-semibold">Test data</h1>
      <Lead>
        In test mode a number decides what happens. Cards take any expiry to come and any code; a
        real number is refused. Each card is a ready token too: `pm_test_` and its number, such as
        `pm_test_4242424242424242`.
      </Lead>
      <Part id="succeeds" title="Cards that succeed">
        <div className="mt-4" />
        <Table title="Cards that succeed" rows={COUNTRY_CARDS} />
      </Part>
      <Part id="declines" title="Cards that decline">
        <Lead>
          `advice_code` says whether to try again: `do_not_try_again` is final for this card,
          `confirm_card_data` asks the payer to look at what they typed.
        </Lead>
        <Table title="Cards that decline" rows={cardsOf("decline")} />
      </Part>
      <Part id="three-d-secure" title="3-D Secure">
        <div className="mt-4" />
        <Table title="Cards with 3-D Secure" rows={cardsOf("authentication")} />
      </Part>
      <Part id="afterwards" title="Disputes and refunds">
        <div className="mt-4" />
        <Table title="Cards with an aftermath" rows={cardsOf("afterwards")} />
      </Part>
      <Part id="debits" title="Direct debits">
        <Lead>
          Debits take 2 days and their failures 3. The sandbox's clock, in the dashboard's head in
          test mode, moves days ahead at once.
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
          iDEAL, Bancontact, EPS, Przelewy24 and SEPA Instant lead to the sandbox's bank page, where
          you approve or refuse. A wallet's token is `test_ok` or `test_declined`.
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
    </>
  );
}
