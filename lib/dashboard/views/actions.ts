import { mayDo, type Permission } from "#lib/domain/members/index.ts";
import type { Role } from "#lib/kernel/vocabulary/roles.ts";
import { whyNotRole } from "../middleware/require.ts";

/** The permission of each action that a page offers. The routes require the same. */
export const ACTIONS = {
  payment: {
    refund: "refund",
    edit: "manage_payments",
    capture: "manage_payments",
    cancel: "manage_payments",
    retry: "manage_payments",
  },
  refund: { cancel: "refund" },
  dispute: {
    answer: "manage_disputes",
    accept: "manage_disputes",
    assign: "manage_disputes",
    /** And remove one. */
    addFile: "manage_disputes",
  },
  subscription: {
    changeMethod: "manage_payments",
    changePlan: "manage_payments",
    /** With its period; and withdraw that. */
    endWithPeriod: "manage_payments",
    cancel: "manage_payments",
  },
  invoice: { retry: "manage_payments" },
  payout: { cancel: "pay_out", approve: "pay_out", refuse: "pay_out" },
  payoutBatch: { approve: "pay_out", refuse: "pay_out" },
  endpoint: {
    test: "manage_webhooks",
    edit: "manage_webhooks",
    enable: "manage_webhooks",
    disable: "manage_webhooks",
    rotate: "manage_webhooks",
    endOverlap: "manage_webhooks",
    delete: "manage_webhooks",
  },
  delivery: { replay: "manage_webhooks" },
  replay: { pause: "manage_webhooks", resume: "manage_webhooks", cancel: "manage_webhooks" },
  key: { rotate: "manage_keys", revoke: "manage_keys" },
  mandate: { revoke: "manage_mandates" },
} as const satisfies Record<string, Record<string, Permission>>;

/** Whether the server would take an action now, or the reason why not. */
export type ActionView = { allowed: true; reason: null } | { allowed: false; reason: string };

/** An error of a verb, or of the dashboard. */
type Refusal = { message: string; details?: { plain?: string | undefined } };

type Noun = keyof typeof ACTIONS;
export type ActionsView<N extends Noun> = Record<keyof (typeof ACTIONS)[N], ActionView>;

/** The actions of an object: refused to roles without the permission, then by the policy that the verb applies too. */
export function allowedActions<N extends Noun>(
  noun: N,
  role: Role,
  refusals: Record<keyof (typeof ACTIONS)[N], Refusal | null>,
): ActionsView<N> {
  const permissions: Record<string, Permission> = ACTIONS[noun];
  const actions = Object.entries<Refusal | null>(refusals).map(([action, refusal]) => [
    action,
    actionView(role, permissions[action]!, refusal),
  ]);
  return Object.fromEntries(actions);
}

function actionView(role: Role, permission: Permission, refusal: Refusal | null): ActionView {
  if (!mayDo(role, permission)) return { allowed: false, reason: whyNotRole(role) };
  if (refusal === null) return { allowed: true, reason: null };
  return { allowed: false, reason: refusal.details?.plain ?? refusal.message };
}
