/** Lists of the dashboard, by the end of their path where they have one of their own: `/:mode/payout-batches`. */
export const LIST_NAMES = [
  "payments",
  "refunds",
  "disputes",
  "customers",
  "mandates",
  "plans",
  "subscriptions",
  "invoices",
  "payouts",
  "payout-batches",
  "balance",
  "settlements",
  "settledEntries",
  "deliveries",
  "events",
  "endpoints",
  "replays",
  "logs",
  "audit",
  "notifications",
] as const;
export type ListName = (typeof LIST_NAMES)[number];

/** Columns that a list shows only when they are chosen. The server reads those that need a look-up only then. */
export const OPTIONAL_COLUMNS = {
  payments: [
    "email",
    "net",
    "fees",
    "captured",
    "refunded",
    "network",
    "issuer",
    "issuerCountry",
    "bin",
    "funding",
    "sca",
    "eci",
    "liability",
    "addressCheck",
    "codeCheck",
    "arn",
    "exemption",
    "captureMode",
    "descriptor",
    "networkCode",
    "advice",
    "subscription",
    "invoice",
    "mandate",
    "settlement",
    "retryOf",
    "tags",
    "updated",
  ],
  refunds: ["email", "payment", "paid", "description", "net", "settlement", "updated"],
  disputes: [
    "id",
    "email",
    "fee",
    "payment",
    "paid",
    "description",
    "evidence",
    "network",
    "issuer",
    "issuerCountry",
    "sca",
    "liability",
    "tags",
    "updated",
  ],
  customers: ["created", "tags", "updated"],
  subscriptions: ["email", "quantity", "started", "trialEnd", "mandate", "created"],
  invoices: ["email", "subtotal", "subscription"],
  payouts: [
    "account",
    "bic",
    "country",
    "arrival",
    "approval",
    "batch",
    "payee",
    "endToEnd",
    "sent",
    "tags",
    "updated",
  ],
  settlements: [
    "currency",
    "interchange",
    "schemeFee",
    "markup",
    "commission",
    "disputeFees",
    "refunds",
    "chargebacks",
    "adjustments",
    "bankAccount",
    "periodStart",
    "paidAt",
    "failure",
  ],
  deliveries: ["id", "event", "answer", "next", "replayOf", "finished"],
} as const satisfies Partial<Record<ListName, readonly string[]>>;

/** A column of an object's metadata: `metadata.order_id`. */
export const METADATA_COLUMN = "metadata.";

/** Lists whose rows have metadata. A dispute shows its payment's. */
export const METADATA_LISTS = [
  "payments",
  "refunds",
  "disputes",
  "customers",
  "subscriptions",
  "payouts",
] as const;
export type MetadataList = (typeof METADATA_LISTS)[number];

/** Rows of a file that are chosen one by one: their ids are in its address. */
export const MOST_CHOSEN = 200;

/** Lists that show count and sum of their rows per currency. */
export const SUMMED_LISTS = [
  "payments",
  "refunds",
  "disputes",
  "invoices",
  "settlements",
  "payouts",
] as const;
export type SummedList = (typeof SUMMED_LISTS)[number];

/** Rows that a list sorts or adds up at a time: bounded, so that the cost does not grow with the history. */
export const MOST_LISTED = 10_000;

/** Sort orders of a list. "indexed": an index has the order, so any number of rows. "bounded": the matching rows
 *  are sorted, at most `MOST_LISTED`. "created" is the order of ids. */
export const LIST_SORTS = {
  payments: { created: "indexed", amount: "bounded" },
  refunds: { created: "indexed", amount: "bounded" },
  disputes: { created: "indexed", due: "indexed", amount: "bounded" },
  customers: { created: "indexed", name: "indexed" },
  subscriptions: { created: "indexed" },
  invoices: { created: "indexed" },
  payouts: { created: "indexed", amount: "bounded" },
  settlements: { created: "indexed", arrival: "indexed", net: "bounded" },
} as const satisfies Partial<Record<ListName, Readonly<Record<string, "indexed" | "bounded">>>>;
