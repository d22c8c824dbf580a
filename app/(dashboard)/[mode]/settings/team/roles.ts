import type { Choice } from "#components/ui/select.tsx";
import type { TeamMemberView } from "#lib/dashboard/views/account.ts";

export type Role = TeamMemberView["role"];

/** Roles with their rights. */
export const ROLE_CHOICES: readonly Choice<Role>[] = [
  { value: "owner", label: "Owner", note: "Everything, including making other owners." },
  { value: "admin", label: "Admin", note: "Everything except owners." },
  { value: "developer", label: "Developer", note: "Keys, webhooks and versions." },
  { value: "finance", label: "Finance", note: "Payouts, disputes and reports." },
  { value: "support", label: "Support", note: "Payments, refunds and disputes." },
  { value: "read_only", label: "Read-only", note: "Views everything, changes nothing." },
];

/** Nobody is invited as an owner: owners are made from members. */
export const INVITABLE = ROLE_CHOICES.filter(({ value }) => value !== "owner");

export function roleName(role: Role): string {
  return ROLE_CHOICES.find(({ value }) => value === role)?.label ?? role;
}
