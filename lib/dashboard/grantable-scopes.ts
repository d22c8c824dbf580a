import { SCOPE_RESOURCES } from "#lib/domain/keys/index.ts";
import { mayDo, type Permission } from "#lib/domain/members/index.ts";
import { invalid } from "#lib/kernel/errors.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import type { KeyKind } from "#lib/kernel/vocabulary/keys.ts";
import type { Role } from "#lib/kernel/vocabulary/roles.ts";
import { DashboardError } from "./errors.ts";

type Resource = (typeof SCOPE_RESOURCES)[number];

/** The permission that a member needs before they can give a live key these scopes. */
const NEEDED_TO_WRITE: Readonly<Record<Resource, Permission>> = {
  payments: "manage_payments",
  bank_payments: "manage_payments",
  refunds: "refund",
  customers: "manage_payments",
  payment_methods: "manage_payments",
  events: "manage_webhooks",
  webhook_endpoints: "manage_webhooks",
  deliveries: "manage_webhooks",
  replays: "manage_webhooks",
  balance: "manage_account",
  settlements: "manage_account",
  disputes: "manage_disputes",
  plans: "manage_payments",
  mandates: "manage_mandates",
  subscriptions: "manage_payments",
  invoices: "manage_payments",
  payouts: "pay_out",
  test: "use_sandbox",
  reports: "manage_account",
  requests: "manage_account",
};

/** The scopes that a member of this role may give to a key of this mode; null: all, and a key without scopes. A live
 *  key must not do more than its creator. Test keys move no money, and every member may read. */
export function grantableScopes(role: Role, mode: Mode): string[] | null {
  if (mode === "test" || mayDo(role, "manage_account")) return null;
  return SCOPE_RESOURCES.flatMap((resource) => [
    `${resource}:read`,
    ...(mayDo(role, NEEDED_TO_WRITE[resource]) ? [`${resource}:write`] : []),
  ]);
}

/** Whether a member of this role may create a key with these scopes, or receive the secret of one with the same scopes. */
export function mayGrant(
  role: Role,
  mode: Mode,
  { kind, scopes }: { kind: KeyKind; scopes: readonly string[] | null },
): boolean {
  const grantable = grantableScopes(role, mode);
  if (grantable === null || kind === "publishable") return true;
  return scopes?.every((scope) => grantable.includes(scope)) ?? false;
}

/** Throws `role_insufficient` if the key may do more than this role may grant: such a member must neither get its
 *  secret nor change its addresses. */
export function refuseBeyondGrant(
  role: Role,
  mode: Mode,
  key: { kind: KeyKind; scopes: readonly string[] | null },
): void {
  const refusal = whyBeyondGrant(role, mode, key);
  if (refusal) throw refusal;
}

/** The refusal of such a key, or null. */
export function whyBeyondGrant(
  role: Role,
  mode: Mode,
  key: { kind: KeyKind; scopes: readonly string[] | null },
): DashboardError | null {
  if (mayGrant(role, mode, key)) return null;
  return new DashboardError(
    "role_insufficient",
    `This key may do more than your role (${role.replace("_", " ")}). Ask an owner or admin.`,
  );
}

/** Throws `parameter_invalid` (`scopes`) with the scopes that this role may not grant. */
export function refuseBeyondRole(
  role: Role,
  mode: Mode,
  params: { kind: KeyKind; scopes: readonly string[] | null },
): void {
  if (mayGrant(role, mode, params)) return;
  const who = `Your role (${role.replace("_", " ")})`;
  if (params.scopes === null) {
    throw invalid(
      "scopes",
      `${who} cannot make a live key without limits. Choose what it may do, or ask an owner or admin.`,
    );
  }
  const grantable = grantableScopes(role, mode) ?? [];
  const beyond = params.scopes.filter((scope) => !grantable.includes(scope)).join(", ");
  throw invalid("scopes", `${who} cannot give a live key ${beyond}. Ask an owner or admin.`);
}
