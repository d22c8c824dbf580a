/** Something new in every version from its date on: a field, a parameter or an event type. Released shapes do not
 * change otherwise. */
export type Addition = {
  /** The date of the addition, as YYYY-MM-DD. */
  date: string;
  /** For the changelog. */
  title: string;
  description: string;
};

/** Additions that the changelog names, newest first. */
export const ADDITIONS: readonly Addition[] = [
  {
    date: "2026-11-27",
    title: "The request log can be read",
    description:
      "`GET /v1/requests` lists your requests of the last 30 days as `api_request`, by class of status, method, error code, key and object; " +
      "`GET /v1/requests/{request_id}` adds what is kept of the bodies. Secrets and card data are removed as on the Logs screen. A restricted " +
      "key needs the new scope `requests:read`.",
  },
  {
    date: "2026-11-27",
    title: "An OpenAPI document per version",
    description:
      "`GET /v1/openapi.json` answers with the document of `?version=` or `Service-Version`, compressed if the caller accepts gzip. It has " +
      "`webhooks`, events whose `type` decides their object, and references to related objects. The components `error`, `event` and `report` " +
      "are called `api_error`, `api_event` and `api_report`, so that generated clients do not shadow globals.",
  },
  {
    date: "2026-11-27",
    title: "Endpoints have headers of their own",
    description:
      "`POST /v1/webhook_endpoints` takes `headers`: up to ten static headers, such as a key of your gateway, that each delivery carries. " +
      "They are kept encrypted. `webhook_endpoint` has `headers` with the names and the last characters of the values, and " +
      "`request_headers` of a delivery's attempts shows them the same way.",
  },
  {
    date: "2026-11-27",
    title: "Deliveries are signed as Standard Webhooks too",
    description:
      "Beside `Service-Signature` each delivery has `webhook-id`, `webhook-timestamp` and `webhook-signature`, made with the same " +
      "secrets, so that libraries of Standard Webhooks verify it. Secrets of endpoints stay valid. The secret with which `listen` " +
      "signs has letters and digits only now: copy it again if yours has `-` or `_`.",
  },
  {
    date: "2026-11-27",
    title: "Report files say where they can be read",
    description:
      "`report` has `url`, the path of the file on `/v1/report_runs` while it can be downloaded, also in `report.ready`. It is null " +
      "before the file is ready, after it expired, and for files that were sent directly.",
  },
  {
    date: "2026-11-27",
    title: "Deliveries can be listed by why they were made",
    description:
      "`GET /v1/deliveries` takes `origin`: `event`, `replay` or `test`. A client that forwards events to your machine finds replays with it.",
  },
  {
    date: "2026-11-27",
    title: "Payments can be listed by liability",
    description:
      "`GET /v1/payments` takes `liability`: `merchant` or `issuer`, who bears the loss of a payment that is disputed as fraud, as the acquirer reported it.",
  },
  {
    date: "2026-11-27",
    title: "What the acquirer reported about a card payment",
    description:
      "Payments have `acquirer_response`: the ECI, whether the liability has shifted to the issuer, the results of the checks of address and " +
      "security code, and the acquirer reference number (`arn`) of the capture. It is null where the acquirer told nothing, as for earlier payments.",
  },
  {
    date: "2026-11-24",
    title: "Payments can be changed",
    description:
      "`POST /v1/payments/{id}` changes the description and the metadata of a payment in any status.",
  },
  {
    date: "2026-11-24",
    title: "Files as evidence",
    description:
      "`POST /v1/disputes/{id}/files` adds PDF, PNG and JPEG files to the evidence of a dispute; they can be listed, read, " +
      "downloaded and, until the evidence is submitted, removed. Disputes have `evidence_files`, the ids of their files.",
  },
  {
    date: "2026-11-24",
    title: "Accounts of accounting programs",
    description:
      "`GET` and `POST /v1/booking_accounts` read and change the accounts with which an `accounting_journal` is written for " +
      "DATEV, Xero or QuickBooks: those that the dashboard remembers.",
  },
  {
    date: "2026-11-24",
    title: "Closed months carry the ledger's chain and send events",
    description:
      "`month_closing` has `books_proof`: the hash of the month and the last block of the ledger's chain, signed, as in " +
      "`Service-Books-Proof` of report files. Months that were closed before have null. `month_closing.closed` is sent when the " +
      "files are final, and `month_closing.corrected` when a comparison with the present finds other corrections than before.",
  },
  {
    date: "2026-11-24",
    title: "Declined payments can be retried",
    description:
      "`POST /v1/payments/{id}/retry` charges a soft-declined payment again without the payer, within the card schemes' limits. " +
      "Payments have `retry_of`, which is null unless the payment was made by a retry.",
  },
  {
    date: "2026-11-24",
    title: "Accounting journals",
    description:
      "Reports have the type `accounting_journal`: the ledger summed per day as the merchant books it, as a file. Its layouts are " +
      "`native`, `decimal`, `datev`, `xero`, `quickbooks`, `camt053` and `mt940`. `/v1/report_runs` and `/v1/report_schedules` take it.",
  },
  {
    date: "2026-11-24",
    title: "Months can be closed",
    description:
      "`/v1/month_closings` closes a month: its reports and journal are made from one snapshot and stay the same bytes for ever, " +
      "with one hash over all files. Later changes are listed as corrections.",
  },
  {
    date: "2026-11-24",
    title: "Report files and schedules",
    description:
      "`/v1/report_runs` prepares report files and lists all that were taken, with their hashes. `/v1/report_schedules` " +
      "prepares them after each day, week or month. Reports have `schedule`, which is null for files that no schedule started.",
  },
  {
    date: "2026-11-24",
    title: "Settlements name their line on the bank statement",
    description:
      "Settlements have `bank_reference`, as it stands on the bank statement, and `paid_at`, when the bank had the money. " +
      "`GET /v1/settlements` takes `bank_reference`. The settlement report has six more columns at the end: " +
      "`settlement_status`, `paid_at`, `bank_reference`, `interchange`, `scheme_fee` and `markup`.",
  },
  {
    date: "2026-11-24",
    title: "Report files in major units",
    description:
      "`layout=decimal` writes the columns of a report's CSV file with decimal amounts, with exactly the digits of the " +
      "currency: `12.50` EUR, `1250` JPY, `1.250` KWD. Without `layout` amounts stay integers in minor units. The layout is in " +
      "the file's name and in the header `Service-Report-Layout`; `Service-Content-Sha256` follows the file as a " +
      "trailer, in hexadecimal as on the Downloads screen and in `report.ready`.",
  },
  {
    date: "2026-11-24",
    title: "Decimal amounts in CSV batches of payouts",
    description:
      "The CSV file of a batch can have the column `amount_decimal` instead of `amount`: with exactly the digits of the " +
      "currency, `12.50` for EUR. `amount` stays in minor units.",
  },
  {
    date: "2026-11-23",
    title: "Payouts above a limit wait for approval",
    description:
      "An account can set limits above which a payout stays `pending` until a second person approves it in the dashboard. " +
      "Payouts and payout batches have `approval`, which is null where nobody is asked. `payout.approval_requested` and " +
      "`payout.approval_decided` are sent, and `GET /v1/payouts` takes `approval`. Without limits nothing changes.",
  },
];
