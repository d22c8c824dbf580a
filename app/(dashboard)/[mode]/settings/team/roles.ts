import type { Choice } from "#components/ui/select.tsx";
import type { TeamMemberView } from "#lib/dashboard/views/account.ts";

export type Role = TeamMemberView["role"];

/** What each role is for, in the words of whoever gives it. */
export const ROLE_CHOICES: readonly Choice<Role>[] = [
  { value: "owner", label: "Owner", note: "Everything, and makes other owners." },
  { value: "admin", label: "Admin", note: "Everything but owners." },
  { value: "developer", label: "Developer", note: "Keys, webhooks and versions." },
  { value: "finance", label: "Finance", note: "Payouts, disputes and reports." },
  { value: "support", label: "Support", note: "Payments, refunds and disputes." },
  { value: "read_only", label: "Read-only", note: "Sees everything, changes nothing." },
];

/** Nobody is invited as an owner: they are made from members. */
export const INVITABLE = ROLE_CHOICES.filter(({ value }) => value !== "owner");

export function roleName(role: Role): string {
  return ROLE_CHOICES.find(({ value }) => value === role)?.label ?? role;
}
