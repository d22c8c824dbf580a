import type { schema } from "#db/client.ts";
import { DAY_MS, dateFromMs } from "#lib/kernel/clock.ts";
import { encryptSecret, randomSecret } from "#lib/kernel/crypto.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { NEWEST_VERSION } from "#lib/kernel/versions.ts";
import type { Random } from "./random.ts";

/** A receiver of the demo and its history. */
export type DemoEndpoint = {
  id: Id<"we">;
  url: string;
  events: string[];
  version: string;
  description: string;
  /** Its signing secret, which nobody has seen. */
  secret: string;
  madeMs: number;
  /** From here on every delivery fails, until it is disabled. */
  brokenFromMs: number;
  disabledMs: number;
  disabledReason: string;
};

/** Two receivers that do not exist, so both end disabled: one by hand, as a person would before changing its address,
 * and one after 72 hours of failures. */
export function planEndpoints(random: Random, nowMs: number): DemoEndpoint[] {
  const brokenFromMs = nowMs - 6 * DAY_MS;
  return [
    {
      id: random.id("we", nowMs - 29 * DAY_MS),
      url: "https://shop.lindenhof.example/webhooks/paydesk",
      events: ["payment.*", "refund.*"],
      version: NEWEST_VERSION,
      description: "Shop: marks orders as paid",
      secret: newSecret(),
      madeMs: nowMs - 29 * DAY_MS,
      brokenFromMs: Number.POSITIVE_INFINITY,
      disabledMs: nowMs,
      disabledReason:
        "This receiver belongs to the demo and does not exist. Change its address to yours, then enable it.",
    },
    {
      id: random.id("we", nowMs - 28 * DAY_MS),
      url: "https://warehouse.lindenhof.example/hooks",
      events: ["payment.succeeded"],
      version: "2025-10-01",
      description: "Warehouse: prints packing slips",
      secret: newSecret(),
      madeMs: nowMs - 28 * DAY_MS,
      brokenFromMs,
      disabledMs: brokenFromMs + 3 * DAY_MS,
      disabledReason: "No delivery succeeded for 72 hours.",
    },
  ];
}

const newSecret = () => `whsec_${randomSecret(32)}`;

/** The row of an endpoint. */
export function endpointRow(
  accountId: Id<"acct">,
  endpoint: DemoEndpoint,
): typeof schema.webhookEndpoints.$inferInsert {
  const { id, url, events, version, description, brokenFromMs, secret } = endpoint;
  return {
    accountId,
    id,
    mode: "test",
    url,
    events,
    version,
    description,
    status: "disabled",
    disabledReason: endpoint.disabledReason,
    disabledAt: dateFromMs(endpoint.disabledMs),
    failingSince: Number.isFinite(brokenFromMs) ? dateFromMs(brokenFromMs) : null,
    secret: encryptSecret(secret, id),
    secretHint: secret.slice(-4),
    createdAt: dateFromMs(endpoint.madeMs),
  };
}
