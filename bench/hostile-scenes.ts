// Requests of a hostile or careless caller, by scene. Bodies are made once and sent repeatedly.

export interface Sent {
  method: "GET" | "POST";
  path: string;
  headers: Readonly<Record<string, string>>;
  body: Buffer | null;
}

export interface HostileScene {
  name: string;
  key: "secret" | "publishable";
  /** Concurrent requests, and the most that start per second. */
  connections: number;
  perSecond: number;
  requests: () => Sent[];
}

const KIB = 1_024;
const MIB = 1_024 * KIB;
const JSON_TYPE = { "Content-Type": "application/json" };
const FORM_TYPE = { "Content-Type": "application/x-www-form-urlencoded" };
const IBAN = "DE23999999990000000000";
const ROWS = 20_000;

const post = (path: string, body: string, headers: Readonly<Record<string, string>> = JSON_TYPE) =>
  ({ method: "POST", path, headers, body: Buffer.from(body) }) as const;
const get = (path: string, headers = {}) => ({ method: "GET", path, headers, body: null }) as const;

/** One route of every kind with a body. */
const WRITES = [
  "/v1/customers",
  "/v1/payments",
  "/v1/refunds",
  "/v1/plans",
  "/v1/webhook_endpoints",
  "/v1/test/events",
  "/v1/payouts",
  "/v1/replays",
];

const wide = (bytes: number) => `{"a":[${"0,".repeat(bytes / 2 - 8)}0]}`;
const names = (count: number, length: number, isSame: boolean) =>
  `{${Array.from({ length: count }, (_, n) => `"${"n".repeat(length)}${isSame ? "" : n}":1`).join()}}`;
/** Combining marks in reverse order: Unicode normalisation takes time quadratic in their number. */
const accents = (bytes: number) => `{"name":"a${"\u0301\u0323".repeat(bytes / 4 - 8)}"}`;
const figures = (bytes: number) => `{"name":"${"4242 4242 4242 4241 ".repeat(bytes / 20 - 2)}"}`;

const BODIES = [
  "[".repeat(MIB - 1),
  '{"a":'.repeat(200 * KIB),
  wide(MIB),
  names(1_900, 500, false),
  accents(MIB),
  figures(MIB),
  figures(64 * KIB),
  accents(64 * KIB),
];

const padded = (text: string, length: number) => text.padEnd(length, "x");

function jsonBatch(): string {
  const metadata = { order: padded("o", 300), note: padded("n", 250) };
  const instructions = Array.from({ length: ROWS }, (_, n) => ({
    amount: 1,
    currency: "EUR",
    beneficiary: { name: `Person ${n}`, iban: IBAN },
    reference: `Pay ${n}`,
    metadata,
  }));
  return JSON.stringify({ instructions });
}

function csvBatch(): string {
  const lines = Array.from(
    { length: ROWS },
    (_, n) => `Person ${n},${IBAN},1,EUR,${padded(`Pay ${n}`, 140)},${" ".repeat(600)}`,
  );
  const head = "name,iban,amount,currency,reference,end_to_end_id";
  return JSON.stringify({ file: [head, ...lines].join("\n"), format: "csv" });
}

function painBatch(): string {
  const one = (n: number) =>
    `<CdtTrfTxInf><PmtId><EndToEndId>RUN.${n}</EndToEndId></PmtId><Amt><InstdAmt Ccy="EUR">0.01</InstdAmt></Amt>
     <Cdtr><Nm>Person ${n}</Nm></Cdtr><CdtrAcct><Id><IBAN>${IBAN}</IBAN></Id></CdtrAcct>
     <RmtInf><Ustrd>${padded(`Pay ${n}`, 140)}</Ustrd></RmtInf>${" ".repeat(350)}</CdtTrfTxInf>`;
  const file = `<?xml version="1.0" encoding="UTF-8"?>
    <Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn>
    <GrpHdr><MsgId>RUN</MsgId><NbOfTxs>${ROWS}</NbOfTxs></GrpHdr>
    <PmtInf><PmtMtd>TRF</PmtMtd>${Array.from({ length: ROWS }, (_, n) => one(n)).join("")}</PmtInf>
    </CstmrCdtTrfInitn></Document>`;
  return JSON.stringify({ file, format: "pain.001" });
}

/** Batches within every limit that take as long as possible. */
function spoiltBatches(): string[] {
  return [
    `{"instructions":[{${Array.from({ length: 499_000 }, (_, n) => `"f${n}":1`).join()}}]}`,
    `{"instructions":[${"{},".repeat(19_999)}{}]}`,
    JSON.stringify({ file: `name\n${'"",'.repeat(5 * MIB)}`, format: "csv" }),
    JSON.stringify({ file: `<a ${'b="" '.repeat(2 * MIB)}/>`, format: "pain.001" }),
    accents(16 * MIB),
    figures(16 * MIB),
  ];
}

const batch = (make: () => string) => () => [post("/v1/payouts", make())];
const flood = { connections: 8, perSecond: 50 };
const inTurn = { key: "secret", connections: 1, perSecond: 10 } as const;

export const HOSTILE_SCENES: readonly HostileScene[] = [
  {
    name: "nested arrays by a publishable key, JSON",
    key: "publishable",
    ...flood,
    requests: () =>
      ["[".repeat(16 * KIB - 1), "[".repeat(MIB), '{"card":'.repeat(2 * KIB)].map((body) =>
        post("/v1/payment_methods", body),
      ),
  },
  {
    name: "nested and many parameters by a publishable key, forms",
    key: "publishable",
    ...flood,
    requests: () =>
      [`a${"[b]".repeat(5_000)}=1`, "&".repeat(16 * KIB - 1), "card[a]=1&".repeat(1_600)].map(
        (body) => post("/v1/payment_methods", body, FORM_TYPE),
      ),
  },
  {
    name: "deep, wide and accented bodies of 1 MiB on every kind of route",
    key: "secret",
    ...flood,
    perSecond: 25,
    requests: () => WRITES.flatMap((path) => BODIES.map((body) => post(path, body))),
  },
  {
    name: "repeated and unknown names",
    key: "secret",
    ...flood,
    requests: () =>
      [names(1_900, 20, true), names(1_900, 20, false), names(1, 60 * KIB, false)].flatMap((body) =>
        WRITES.map((path) => post(path, body)),
      ),
  },
  {
    name: "16 MiB of JSON instructions, one after the other",
    ...inTurn,
    requests: batch(jsonBatch),
  },
  { name: "a 16 MiB CSV file, one after the other", ...inTurn, requests: batch(csvBatch) },
  { name: "a 16 MiB pain.001 file, one after the other", ...inTurn, requests: batch(painBatch) },
  {
    name: "16 MiB batches, four at once",
    ...inTurn,
    connections: 4,
    requests: () => [jsonBatch, csvBatch, painBatch].flatMap((make) => batch(make)()),
  },
  {
    name: "16 MiB batches that are made to take long",
    ...inTurn,
    connections: 2,
    requests: () => spoiltBatches().map((body) => post("/v1/payouts", body)),
  },
  {
    name: "long queries and headers",
    key: "secret",
    ...flood,
    requests: () => [
      get(`/v1/payments?${"a=1&".repeat(3_500)}`),
      get(`/v1/payments?expand[]=${"customer.".repeat(1_500)}`),
      get(`/v1/payments?${"a[b]".repeat(3_500)}=1`),
      get("/v1/payments", { "Service-Version": "9".repeat(14 * KIB) }),
      get("/v1/payments", { "X-Filler": "x".repeat(20 * KIB) }),
    ],
  },
];
