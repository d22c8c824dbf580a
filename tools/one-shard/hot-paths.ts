import { ServiceClient } from "#db/service-client.ts";
import { rollUp } from "#lib/domain/analytics/index.ts";
import { sealLedger } from "#lib/domain/ledger/index.ts";
import { advanceReplay, createReplay, PACE } from "#lib/domain/replays/index.ts";
import { DAY_MS, dateFromMs, nowMs } from "#lib/kernel/clock.ts";
import { startDispatch } from "#lib/worker/dispatch/dispatch.ts";
import { endpointAt } from "#test/lanes.ts";
import { openTill, type Till } from "#test/money.ts";
import type { Receiver } from "#test/receiver.ts";
import { record, type Sent } from "./record.ts";

/** Paths of calls and deliveries. */
export const HOT_PATHS = [
  "charge",
  "capture",
  "refund",
  "delivery",
  "settlement",
  "read",
  "list",
] as const;
/** Work of the loops beside them. */
export const LOOP_PATHS = ["sealing", "figures", "replay"] as const;
export type Path = (typeof HOT_PATHS)[number] | (typeof LOOP_PATHS)[number];

/** Objects that the paths of an account need. */
type Prepared = { till: Till; customer: string; paid: string; refund: string };

async function prepare(receiver: Receiver): Promise<Prepared> {
  const till = await openTill();
  await endpointAt(receiver.url, till.ctx.test);
  const customer = (await till.call("POST", "/v1/customers", { email: "a@merchant.example" })).body;
  const charged = await till.charge({ customer: customer.id });
  if (charged.status !== 201) throw new Error(charged.text);
  const paid = charged.body.id;
  const refund = (await till.refund({ payment: paid, amount: 100 })).body.id;
  return { till, customer: customer.id, paid, refund };
}

const LISTS = [
  "payments",
  "refunds",
  "settlements",
  "events",
  "customers",
  "balance_transactions",
  "payment_methods",
  "disputes",
  "webhook_endpoints",
];

const DAY_S = 86_400;

type PathOfAccount = Exclude<Path, "delivery" | "sealing" | "figures">;

/** Each takes its path in one account. Throws if a call fails. */
const PATHS: Readonly<Record<PathOfAccount, (of: Prepared) => Promise<unknown>>> = {
  charge: async ({ till, customer }) => {
    const declined = "pm_test_4000000000000002";
    await Promise.all([
      till.charge({ customer }),
      till.charge(),
      till.charge({ payment_method: declined }),
    ]);
  },
  capture: async ({ till }) => {
    const held = await till.charge({ capture: "manual" });
    await asked(till, "POST", `/v1/payments/${held.body.id}/capture`, {});
  },
  refund: ({ till, paid }) => asked(till, "POST", "/v1/refunds", { payment: paid, amount: 100 }),
  settlement: ({ till }) => asked(till, "POST", "/v1/test/clock/advance", { seconds: 4 * DAY_S }),
  read: async ({ till, customer, paid, refund }) => {
    const paths = [`payments/${paid}`, `refunds/${refund}`, `customers/${customer}`, "balance"];
    for (const path of paths) await asked(till, "GET", `/v1/${path}`);
  },
  list: async ({ till }) => {
    for (const path of LISTS) await asked(till, "GET", `/v1/${path}`);
  },
  replay: async ({ till }) => {
    const from = dateFromMs(nowMs() - DAY_MS);
    const { id } = await createReplay(till.ctx.test, { from, statuses: ["delivered"] });
    const key = { accountId: till.ctx.test.accountId, id };
    for (let step = 0; step < 3; step++) await advanceReplay(key, PACE);
  },
};

async function asked(till: Till, method: string, path: string, body?: object): Promise<void> {
  const answer = await till.call(method, path, body);
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`);
}

export type Walked = { path: Path; sent: readonly Sent[] };

/** Takes every path in `accounts` new accounts at once, and returns the statements of each path. */
export async function walk(
  receiver: Receiver,
  { accounts, paths }: { accounts: number; paths: readonly Path[] },
): Promise<Walked[]> {
  const all = await Promise.all(Array.from({ length: accounts }, () => prepare(receiver)));
  const take: Record<Path, () => Promise<void>> = {
    ...(Object.fromEntries(
      Object.entries(PATHS).map(([path, work]) => [
        path,
        async () => void (await Promise.all(all.map(work))),
      ]),
    ) as Record<PathOfAccount, () => Promise<void>>),
    sealing: async () => void (await sealLedger()),
    figures: () => rollUp(),
    delivery: async () => {
      const loop = startDispatch();
      await receiver.waitFor(accounts * 3);
      await loop.stop();
    },
  };
  const walked: Walked[] = [];
  for (const path of paths) {
    walked.push({ path, sent: await record(ServiceClient, take[path]) });
  }
  return walked;
}
