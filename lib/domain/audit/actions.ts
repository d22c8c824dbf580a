export type Rule = {
  label: string;
  by?: "andKeys" | "andOperators" | "andRails" | "andExpiry" | "andStrangers";
};

/**
 * All audited actions, by subject, with their labels. Actions of members are always recorded. `by` names who else is:
 * keys (`andKeys`, for changes to how the account works; other calls are in the request log), operators at the command
 * line (`andOperators`), rails (`andRails`), expiry of a request that nobody decided (`andExpiry`), and people who are
 * not authenticated (`andStrangers`).
 */
export const ACTIONS = {
  "account.created": { label: "Account created by sign-up" },
  "account.updated": { label: "Account changed" },
  "account.corridors_approved": { label: "Payout corridors approved", by: "andOperators" },
  "account.second_factor_asked": { label: "Second factor made mandatory" },
  "account.second_factor_left": { label: "Second factor made optional" },
  "account.session_ends_changed": { label: "Session time limits changed" },
  "member.invited": { label: "Colleague invited" },
  "member.invitation_sent": { label: "Invitation sent again" },
  "member.invitation_revoked": { label: "Invitation revoked" },
  "member.joined": { label: "Colleague joined" },
  "member.role_changed": { label: "Role changed" },
  "member.removed": { label: "Member removed" },
  "sign_in.signed_in": { label: "Signed in" },
  "sign_in.new_device": { label: "Signed in from a new device" },
  "sign_in.password_refused": { label: "Wrong password", by: "andStrangers" },
  "sign_in.code_refused": { label: "Wrong code", by: "andStrangers" },
  "sign_in.passkey_refused": { label: "Passkey refused", by: "andStrangers" },
  "sign_in.stopped": { label: "Sign-in blocked for a time", by: "andStrangers" },
  "sign_in.session_ended": { label: "Session ended" },
  "sign_in.sessions_ended": { label: "Signed out everywhere else" },
  "sign_in.password_changed": { label: "Password changed" },
  "sign_in.reset_requested": { label: "Password reset requested", by: "andStrangers" },
  "sign_in.password_reset": { label: "Password reset by a link" },
  "sign_in.reset_link_made": {
    label: "Password reset link made by an operator",
    by: "andOperators",
  },
  "sign_in.reset_by_operator": { label: "Password reset by an operator", by: "andOperators" },
  "sign_in.ended_by_operator": { label: "Signed out by an operator", by: "andOperators" },
  "sign_in.second_factor_removed": {
    label: "Second factor taken away by an operator",
    by: "andOperators",
  },
  "sign_in.second_factor_enabled": { label: "Second factor set up" },
  "sign_in.second_factor_disabled": { label: "Second factor removed" },
  "sign_in.passkey_added": { label: "Passkey added" },
  "sign_in.passkey_removed": { label: "Passkey removed" },
  "sign_in.recovery_codes_renewed": { label: "Recovery codes renewed" },
  "version.pinned": { label: "Version pin changed", by: "andKeys" },
  "key.created": { label: "Key created", by: "andKeys" },
  "key.rotated": { label: "Key rotated", by: "andKeys" },
  "key.addresses_changed": { label: "Key's addresses changed", by: "andKeys" },
  "key.narrowed": { label: "Key's scopes narrowed" },
  "key.adopted": { label: "Key adopted" },
  "key.revoked": { label: "Key revoked", by: "andKeys" },
  "endpoint.created": { label: "Endpoint created", by: "andKeys" },
  "endpoint.updated": { label: "Endpoint changed", by: "andKeys" },
  "endpoint.deleted": { label: "Endpoint deleted", by: "andKeys" },
  "endpoint.secret_rotated": { label: "Signing secret rotated", by: "andKeys" },
  "endpoint.overlap_ended": { label: "Old signing secret ended", by: "andKeys" },
  "event.tested": { label: "Test event sent" },
  "event.replayed": { label: "Event sent again" },
  "delivery.replayed": { label: "Deliveries sent again" },
  "replay.created": { label: "Replay started" },
  "replay.paused": { label: "Replay paused" },
  "replay.resumed": { label: "Replay resumed" },
  "replay.canceled": { label: "Replay canceled" },
  "download.prepared": { label: "Report file prepared" },
  "download.canceled": { label: "Report file canceled" },
  "report_schedule.created": { label: "Report schedule created", by: "andKeys" },
  "report_schedule.updated": { label: "Report schedule changed", by: "andKeys" },
  "report_schedule.deleted": { label: "Report schedule deleted", by: "andKeys" },
  "booking_accounts.changed": { label: "Accounts for booking changed" },
  "month.closed": { label: "Month closed", by: "andKeys" },
  "list.exported": { label: "List exported" },
  "payment.created": { label: "Payment created" },
  "payment.captured": { label: "Payment captured" },
  "payment.canceled": { label: "Payment canceled" },
  "refund.created": { label: "Refund created" },
  "refund.canceled": { label: "Refund canceled" },
  "dispute.evidence_kept": { label: "Evidence written", by: "andKeys" },
  "dispute.answered": { label: "Dispute answered", by: "andKeys" },
  "dispute.accepted": { label: "Dispute accepted", by: "andKeys" },
  "mandate.revoked": { label: "Mandate revoked" },
  "plan.created": { label: "Plan created" },
  "plan.updated": { label: "Plan changed" },
  "subscription.created": { label: "Subscription created" },
  "subscription.updated": { label: "Subscription changed" },
  "subscription.canceled": { label: "Subscription canceled" },
  "payout.created": { label: "Payout created" },
  "payout.canceled": { label: "Payout canceled" },
  "payout_batch.created": { label: "Payout batch created" },
  "payout_approval.requested": { label: "Payout approval requested", by: "andKeys" },
  "payout_approval.approved": { label: "Payout approved" },
  "payout_approval.refused": { label: "Payout refused" },
  "payout_approval.expired": { label: "Payout approval expired", by: "andExpiry" },
  "payout_limit.changed": { label: "Payout limit changed" },
  "payout_limit.change_requested": { label: "Higher payout limit requested" },
  "payout_limit.change_confirmed": { label: "Higher payout limit confirmed" },
  "payout_limit.change_refused": { label: "Higher payout limit refused" },
  "payout_limit.change_expired": { label: "Higher payout limit expired", by: "andExpiry" },
  "payout_balance.credited": { label: "Payout balance credited", by: "andRails" },
  "bank_statement.added": { label: "Bank statement added" },
  "bank_statement.removed": { label: "Bank statement removed" },
  "bank_line.matched": { label: "Bank line matched by hand" },
  "bank_line.unmatched": { label: "Bank line unmatched" },
  "bank_line.set_aside": { label: "Bank line set aside" },
  "sandbox.topped_up": { label: "Sandbox topped up" },
  "sandbox.clock_advanced": { label: "Sandbox clock advanced" },
  "sandbox.payout_simulated": { label: "Payout outcome simulated" },
  "sandbox.payment_simulated": { label: "Late failure of a payment simulated" },
  "sandbox.mandate_simulated": { label: "Mandate outcome simulated" },
  "sandbox.dispute_simulated": { label: "Dispute outcome simulated" },
  "sandbox.subscription_simulated": { label: "Subscription event simulated" },
  "sandbox.settlement_simulated": { label: "Settlement outcome simulated" },
} as const satisfies Record<string, Rule>;

export type Action = keyof typeof ACTIONS;

/** The subjects of actions: `key` of `key.created`. */
export const SUBJECTS = [
  ...new Set(Object.keys(ACTIONS).map((action) => action.slice(0, action.indexOf(".")))),
];

export function isAction(value: string): value is Action {
  return Object.hasOwn(ACTIONS, value);
}
