import type { Metadata } from "next";
import { TextLink } from "#components/ui/text-link.tsx";
import { DocsCode } from "../../docs-code.tsx";
import { Lead, Part, Steps, Table } from "../../guide-parts.tsx";
import {
  CLOSE_MONTH,
  VERIFY_FILE,
  VERIFY_JOURNAL,
  VERIFY_MONTH,
  VERIFY_PROOF,
} from "../../guide-snippets.ts";

export const metadata: Metadata = { title: "Reports · Guides" };

const STATUSES: readonly (readonly [string, string])[] = [
  ["paid", "The default: what your bank received, by the moment at which it had the money."],
  ["scheduled", "Settlements on their way, by expected arrival."],
  [
    "failed",
    "Settlements that your bank returned. The money is back on your balance, and a later settlement pays it as one row, `settlement_failure`. The fees of the returned charges are in these rows, in the interchange report and in the accounting journal, but are no part of the fees of what was paid.",
  ],
  [
    "all",
    "The rows of all three. A returned settlement whose money went into a later one is left out, so that it counts once.",
  ],
  ["unsettled", "Movements that are in no settlement yet, by their creation."],
];

const LAYOUTS: readonly (readonly [string, string])[] = [
  ["native", "The default of the API: integers in minor units. 12.50 EUR is `1250`."],
  [
    "decimal",
    "The same columns in major units, with exactly the digits of the currency: `12.50` EUR, `1250` JPY, `1.250` KWD. The dashboard downloads this layout.",
  ],
  ["adyen", "The columns of Adyen's settlement details report, in major units."],
  [
    "datev, xero, quickbooks, camt053, mt940",
    "Files for accounting programs, of the report `accounting_journal`. The guide Accounting explains them.",
  ],
];

export default function ReportsGuide() {
  return (
    <>
      <h1 className="text-28 font-semibold">Reports</h1>
      <Lead>
        `GET /v1/reports?type=settlement` has one row for every movement of money that reached your
        bank account. The `net` column of a file adds up to what your bank received in that time. A
        restricted key with only `reports:read` can download it.
      </Lead>
      <p className="text-13">
        <TextLink href="/docs/api/reports">Parameters and columns</TextLink>
      </p>
      <Part id="month" title="Close a month">
        <Lead>
          The row count and the hash follow the file as HTTP trailers, because they are known only
          at its end. `--dump-header` keeps them. The last line fails if the file is not complete,
          or is not the file that was sent.
        </Lead>
        <DocsCode title="A month of settlements, verified" snippets={CLOSE_MONTH} />
        <Lead>
          Each settlement is one line of your bank statement: `bank_reference` stands there as it
          does in the file, and `group_by=bank_reference` gives one row for each line. A settlement
          arrives at one instant, the same in every time zone; `timezone` only says where your month
          begins and ends. If you split a period, each row is in exactly one part.
        </Lead>
        <Lead>
          A schedule (`/v1/report_schedules`) begins a settlement file 15 minutes after its period,
          and up to a day later while a settlement of the period is expected. A debit that fails
          after the declines file of its day was made is in no file of the schedule: request that
          day again.
        </Lead>
        <Table title="Values of status" rows={STATUSES} />
      </Part>
      <Part id="bank" title="Match your bank statement">
        <Lead>
          Drop a statement of your bank in under Reports, Bank: camt.053, MT940, or a CSV file whose
          columns you name once per bank account. It is refused if its opening balance and lines do
          not add up to its closing balance, and the refusal names the difference.
        </Lead>
        <Steps>
          {[
            "A line that carries the reference of a settlement (`bank_reference`) or payout (`end_to_end_id`), and its amount, is matched as exact. A line with the reference of a batch matches all payouts of the batch that add up to it.",
            "Without a reference, a line is matched as likely if amount, currency and value date fit one object only, at most 5 days later.",
            "A different amount is never matched automatically. The line says what differs and why it may: the bank’s fee, a part, another currency.",
            "You match such a line yourself, or set aside what is not about Paydesk. Each decision needs a reason and stands in the audit log.",
            "If the bank splits a settlement or payout, match each line with it: it is paid in parts, as long as they do not exceed its amount.",
          ]}
        </Steps>
        <Lead>
          A statement or line that you add twice counts once. A gap between two statements, in their
          numbers or balances, is said until you add the missing one. Settlements and payouts that
          were paid on a day that a statement covers, and are on no line, are listed at the end of
          the screen. In test mode, the button Sandbox statement gives you a file to try this with.
        </Lead>
      </Part>
      <Part id="layouts" title="Units of amounts">
        <Lead>
          Two layouts have the same columns in different units. The file's name states the layout
          (`settlement_decimal_…`), and so does the header `Service-Report-Layout`.
        </Lead>
        <Table title="Layouts" rows={LAYOUTS} />
      </Part>
      <Part id="verify" title="Verify a file that somebody gave you">
        <Lead>
          An auditor needs no access to Paydesk. Every download is listed under Reports, Downloads
          with its SHA-256 in hexadecimal: the value that the file's trailer
          `Service-Content-Sha256` and the `sha256` of the event `report.ready` have, and that
          `sha256sum` prints. Ask the merchant for that value, and compare it:
        </Lead>
        <DocsCode title="Compare a file with its hash" snippets={VERIFY_FILE} />
        <Lead>
          `OK` means that every byte is as it was sent. On macOS the program is `shasum -a 256`. The
          trailer `Repr-Digest` has the same hash in base64, as RFC 9530 defines it for programs.
        </Lead>
      </Part>
      <Part id="verify-month" title="Verify a closed month">
        <Lead>
          A month that was closed under Reports, Closing has four files that never change again: the
          settlement, interchange and declines reports, without payments' descriptions, and a
          journal of the ledger. Each row is in one month: if your account changes its time zone
          between two months, they meet at the end of the one that was closed first. The month's
          `sha256` is one hash over all of its files:
        </Lead>
        <DocsCode title="The hash of a month" snippets={VERIFY_MONTH} />
        <Lead>
          `books_proof` signs this hash together with the last block of the ledger's chain at that
          time. The public keys are at `/.well-known/paydesk-books.json`. Keep the proof: if
          somebody rewrites the ledger later, its chain no longer contains this block. With the
          source of Paydesk, `npm run -s books -- verify closing.json --keys URL` checks the same,
          and it reads report files, journals and the text of the weekly e-mail as well.
        </Lead>
        <DocsCode title="Verify files and signature without Paydesk" snippets={VERIFY_PROOF} />
        <Lead>
          The journal is plain text for hledger. `check --strict` fails if a transaction does not
          balance, or uses an account or currency that is not declared. The export of the whole
          ledger (`npm run -s ledger -- export`) also asserts the balance of each account before and
          after each day on which it moved, from sums that were kept when the transfers were sealed:
          a transfer that was changed, added, deleted or moved to another day fails there. We ran
          hledger 1.25 on exported journals: intact ones pass, and each of these faults fails.
        </Lead>
        <DocsCode title="Check the journal" snippets={VERIFY_JOURNAL} />
      </Part>
    </>
  );
}
