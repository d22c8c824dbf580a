import type { Metadata } from "next";
import { TextLink } from "#components/ui/text-link.tsx";
import { DocsCode } from "../../docs-code.tsx";
import { Lead, Part, Steps, Table } from "../../guide-parts.tsx";
import { BOOK_MONTH } from "../../guide-snippets.ts";

export const metadata: Metadata = { title: "Accounting · Guides" };

const LAYOUTS: readonly (readonly [string, string])[] = [
  [
    "datev",
    "DATEV: EXTF Buchungsstapel (header 700, format 13), Windows-1252. One booking per entry, `Konto` on the debit side. One file per fiscal year.",
  ],
  ["xero", "Xero: manual journals, one per day. Xero imports up to 300 lines per file."],
  ["quickbooks", "QuickBooks Online: journal entries, one per day, accounts by their names."],
  [
    "camt053",
    "ISO 20022 camt.053.001.08: the Paydesk balance as a bank account, with one statement per day.",
  ],
  ["mt940", "SWIFT MT940: the same statements."],
  ["native, decimal", "CSV with our names of kinds and accounts, for any other program."],
];

const ENTRIES: readonly (readonly [string, string])[] = [
  ["Charges", "Paydesk balance to your sales clearing account"],
  ["Refunds", "Your refunds account to Paydesk balance"],
  ["Interchange, scheme fees, markup, commission", "A fee account each to Paydesk balance"],
  ["Chargebacks, late failures", "Your chargebacks account to Paydesk balance"],
  ["Settlements, each by itself", "Bank transit to Paydesk balance, with the bank's reference"],
  ["Top-ups", "Payout balance to bank transit"],
  ["Payouts", "Payouts in transit to payout balance, then payouts to payouts in transit"],
];

export default function AccountingGuide() {
  return (
    <>
      <h1 className="text-28 font-semibold">Book it in your accounting</h1>
      <Lead>
        The report `accounting_journal` is the ledger of whole days as you book it: one entry per
        day and kind, and one per settlement. Debits equal credits, and the sum of each account is
        its movement in the ledger, to the cent.
      </Lead>
      <p className="text-13">
        <TextLink href="/docs/api/reports">Parameters and layouts</TextLink>
      </p>
      <Part id="month" title="Book a month">
        <Lead>
          You need a role that may download reports. A file is made in seconds and can be made
          again.
        </Lead>
        <Steps>
          {[
            "Open Reports, Closing, and choose Export for booking: there or on a closed month, which fills in its days.",
            "Choose the format and the currency. A file has one currency.",
            "For DATEV, Xero and QuickBooks, check the accounts. They are remembered for the next file, in test and live mode separately. DATEV has presets for SKR03 and SKR04.",
            "Download the file and import it. Each file is listed under Reports, Downloads with its SHA-256.",
          ]}
        </Steps>
        <Table title="Layouts" rows={LAYOUTS} />
        <DocsCode title="A month for Xero" snippets={BOOK_MONTH} />
        <Lead>
          `POST /v1/report_runs` prepares the same file in the background, and
          `/v1/report_schedules` prepares one after each month. A day must have ended in `timezone`
          before it can be exported. The accounts are those that were saved in the dashboard or with
          `POST /v1/booking_accounts`.
        </Lead>
      </Part>
      <Part id="entries" title="What is booked where">
        <Lead>
          Each kind has its two accounts. The table names the debit first; what comes back, such as
          a returned settlement or a reversed chargeback, is booked the other way round.
        </Lead>
        <Table title="Entries, debit to credit" rows={ENTRIES} />
        <Lead>
          The arrival of a settlement on your bank account is not in the journal: your bank
          statement has it. Book that line against bank transit, which is then zero. Import either a
          journal or a statement of the Paydesk balance, not both.
        </Lead>
        <Lead>
          The default accounts have no automatic tax. Your accountant decides where sales, taxes and
          chargebacks belong; two kinds can share an account, but not the two sides of one entry.
        </Lead>
      </Part>
      <Part id="statements" title="The Paydesk balance as a statement">
        <Lead>
          camt.053 and MT940 have one statement for each day, also without entries. Its number is
          the day of the year, so a missing file is a gap. The opening balance and the entries add
          up to the closing balance. The account number is that of your Paydesk account and
          currency; in test mode it begins with TEST. The payout balance is in journals only.
        </Lead>
      </Part>
      <Part id="again" title="The same file again">
        <Lead>
          The ledger only grows, so the same days give the same bytes, as long as the accounts are
          the same and your bank's reference of a settlement is known. The four files of a closed
          month are stored; these files are computed, and are not part of its hash.
        </Lead>
      </Part>
    </>
  );
}
