import type { Mandate } from "#lib/domain/mandates/index.ts";
import { DAY_MS, dateFromMs } from "#lib/kernel/clock.ts";

/** Fixed mandates in every state that the API can show. */

const MADE_MS = Date.UTC(2026, 3, 12, 9, 31, 7);

const active: Mandate = {
  accountId: "acct_01kp0a0000000000000000000a",
  mode: "test",
  id: "mdt_01kp0c5n7v3m8q2w4x6y9z1b5m",
  status: "active",
  scheme: "sepa_core",
  reference: "PD01KP0C5N7V3M8Q2W4X6Y9Z1B5M",
  customerId: "cus_01kp0c5n7v3m8q2w4x6y9z1b5c",
  paymentMethodId: "pm_01kp0c5n7v3m8q2w4x6y9z1b5f",
  acceptedAt: dateFromMs(MADE_MS),
  acceptedIp: "203.0.113.7",
  failureCode: null,
  revocation: null,
  railReference: "SBX4X6Y9Z1B5M",
  expiresAt: dateFromMs(MADE_MS + 1_096 * DAY_MS),
  railCheckAt: dateFromMs(MADE_MS + 1_096 * DAY_MS),
  metadata: {},
  createdAt: dateFromMs(MADE_MS),
};
const ended = { expiresAt: null, railCheckAt: null };
const bacs = { scheme: "bacs", reference: "PDQ2W4X6Y9Z1B5M" } as const;

export const MANDATES: Readonly<Record<string, Mandate>> = {
  pending: { ...active, ...bacs, status: "pending", acceptedIp: null, customerId: null },
  active,
  of_a_card: { ...active, ...ended, scheme: "card" },
  failed: { ...active, ...bacs, ...ended, status: "failed", failureCode: "5" },
  revoked: {
    ...active,
    ...ended,
    status: "revoked",
    revocation: { source: "payer", code: "MD01" },
  },
  revoked_by_merchant: {
    ...active,
    ...ended,
    status: "revoked",
    revocation: { source: "merchant", code: null },
  },
  expired: { ...active, status: "expired", railCheckAt: null },
  live: { ...active, mode: "live" },
};
