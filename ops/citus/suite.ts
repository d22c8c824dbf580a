import { findTestFiles } from "#lib/cli/launch/test-files.ts";
import { type Counts, openTests } from "#lib/cli/launch/test-unit.ts";

/** The suite of the API and of the screens' routes, in groups: parts of the paths of test files. A file is in the first group
 *  that names it. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  payments: ["handlers/payments", "dashboard/payment", "domain/payments/", "handlers/no-card-data"],
  captures: ["handlers/capture", "handlers/authorisation-expiry", "handlers/rail-leases"],
  refunds: ["handlers/refunds", "dashboard/refund-", "dashboard/refunds"],
  "card data": [
    "handlers/acquirer-response",
    "handlers/exemptions",
    "handlers/network-tokens",
    "handlers/wallets",
    "handlers/remote-rail",
    "lib/hosted/",
    "dashboard/simulations",
    "dashboard/checkout",
  ],
  retries: ["handlers/decline-chains", "handlers/payment-retries", "domain/retries/"],
  "bank payments": ["handlers/bank-", "handlers/debits", "handlers/mandate", "dashboard/mandates"],
  customers: ["handlers/customers", "dashboard/customers", "domain/customers/", "domain/erasure/"],
  "payment methods": ["handlers/payment-methods"],
  subscriptions: ["subscription", "handlers/renewals", "handlers/billing-year", "billing"],
  plans: ["handlers/plans"],
  disputes: ["handlers/disputes", "dashboard/disputes", "domain/disputes/"],
  settlements: ["settlement"],
  payouts: ["payout"],
  events: ["domain/events/", "dashboard/events", "dashboard/test-events", "handlers/key-spaces"],
  endpoints: ["webhook-endpoints", "dashboard/endpoint"],
  deliveries: ["handlers/deliver", "dashboard/deliveries", "webhooks/browse/"],
  replays: ["handlers/replays", "dashboard/replays", "domain/replays/"],
  "API keys": ["domain/keys/", "dashboard/key", "dashboard/grantable", "lib/api/scopes"],
  requests: ["requests", "domain/request-log/", "dashboard/traces", "dashboard/version"],
  reports: ["report", "dashboard/downloads", "dashboard/arrival", "handlers/money-access"],
  exports: ["dashboard/exports", "dashboard/hostile-text"],
  figures: ["domain/analytics/", "dashboard/home", "domain/overview/", "dashboard/equal-rates"],
  search: ["dashboard/search", "dashboard/list-views", "dashboard/table", "dashboard/client"],
  "sign-in": [
    "dashboard/s",
    "dashboard/demo-sign-in",
    "dashboard/pass",
    "dashboard/recovery",
    "dashboard/required-factor",
    "dashboard/refusal-log",
    "dashboard/pairings",
    "domain/members/",
    "domain/accounts/",
  ],
  team: ["dashboard/team", "dashboard/roles", "dashboard/allowed-", "dashboard/member-settings"],
  audit: ["dashboard/audit", "domain/audit/"],
  notes: ["dashboard/annotations", "dashboard/markers", "domain/bulk/"],
  alerts: ["alerts", "dashboard/notifications", "domain/incidents/", "dashboard/live.test"],
  "bank reconciliation": ["dashboard/bank-statements", "domain/bank-statements/"],
  "month close": ["handlers/month-closings", "domain/closings/"],
  booking: ["handlers/accounting", "handlers/booking", "domain/booking/"],
  books: ["domain/books/", "domain/ledger/", "handlers/money-properties"],
  "test clock": ["handlers/test-clock"],
  pipeline: ["lib/api/", "domain/idempotency/"],
  deliver: ["domain/webhooks/", "lib/worker/"],
};

const PLANS = "reads the plan of one server, which the coordinator does not have";

/** Tests that say nothing about Citus: they look at one server's own catalog or plans. */
const LEFT_OUT: ReadonlyArray<{ test: RegExp; why: string }> = [
  {
    test: /^payments are listed by who bears the loss of a fraud dispute, by an index$/,
    why: PLANS,
  },
  { test: /^returned payouts are found by an index that has no others$/, why: PLANS },
  {
    test: /^a look reads the payments of the last minutes by an index, whatever the history$/,
    why: PLANS,
  },
  {
    test: /^the sidebar counts what waits for the member's role, by index and to a hundred at most$/,
    why: PLANS,
  },
  { test: /^every search uses an index of the account's rows$/, why: PLANS },
  {
    test: /^every report reads indexes from the newest row, without hashing or sorting all rows first$/,
    why: PLANS,
  },
  {
    test: /^every filter reads an index of few days, however long the history is$/,
    why: PLANS,
  },
  { test: /^requests about an object are found by the index on the object id$/, why: PLANS },
  { test: /^every filter of the request log reads an index in its order$/, why: PLANS },
];

/** The files of each group that has some among those that match the patterns; all without patterns. */
function groupsOf(patterns: readonly string[]): Map<string, string[]> {
  const left = new Set(findTestFiles(patterns.length > 0 ? patterns : ["lib/"]).unit);
  const groups = new Map<string, string[]>();
  for (const [name, parts] of Object.entries(GROUPS)) {
    const own = [...left].filter((path) => parts.some((part) => path.includes(part)));
    for (const path of own) left.delete(path);
    if (own.length > 0) groups.set(name, own);
  }
  // A file that is in no group runs only when it is asked for.
  if (patterns.length > 0 && left.size > 0) groups.set("others", [...left]);
  return groups;
}

type Row = Pick<Counts, "tests" | "passed" | "failed" | "flaky"> & { minutes: string };

/** Runs the suite, or the test files whose path contains a pattern, on the database of the environment, group by group, and
 *  prints what each group found. */
export async function runSuite(
  patterns: readonly string[],
): Promise<Pick<Counts, "passed" | "failed" | "skipped">> {
  const table: Record<string, Row> = {};
  const failures: string[] = [];
  const sum = { passed: 0, failed: 0, skipped: 0 };
  const server = await openTests();
  try {
    for (const [name, files] of groupsOf(patterns)) {
      const started = performance.now();
      const counts = await server.run(files, { leftOut: LEFT_OUT.map(({ test }) => test) });
      const { tests, passed, failed, flaky } = counts;
      const minutes = ((performance.now() - started) / 60_000).toFixed(1);
      table[name] = { tests, passed, failed, flaky, minutes };
      failures.push(...counts.failures.map((line) => `${name}: ${line}`));
      for (const key of ["passed", "failed", "skipped"] as const) sum[key] += counts[key];
      console.log(`\n# ${name}: ${passed} passed, ${failed} failed, ${minutes} min`);
    }
  } finally {
    await server.close();
  }
  console.table(table);
  for (const line of failures) console.log(`# failure: ${line}`);
  console.log(`# ${LEFT_OUT.length} tests are left out:`);
  for (const { test, why } of LEFT_OUT) console.log(`#   ${test.source}: ${why}`);
  return sum;
}
