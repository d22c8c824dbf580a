import { ROLES, type Role } from "#lib/kernel/vocabulary/roles.ts";

/** The roles that have each permission. Reading needs no permission. */
const MAY = {
  manage_account: ["owner", "admin"],
  /** Invite and remove members and change roles. Only owners make and unmake owners. */
  manage_team: ["owner", "admin"],
  /** Read the e-mails sent to the account's members. */
  read_mail: ["owner", "admin"],
  /** Read the audit log of the whole account. */
  read_audit_log: ["owner", "admin"],
  /** Change alert rules, mute them, and add webhooks for alerts. */
  manage_alerts: ["owner", "admin"],
  manage_keys: ["owner", "admin", "developer"],
  manage_versions: ["owner", "admin", "developer"],
  manage_webhooks: ["owner", "admin", "developer"],
  manage_payments: ["owner", "admin", "support"],
  /** Create payments in test mode, where no money moves. */
  use_sandbox: ["owner", "admin", "developer", "support"],
  /** Call the API from the dashboard as the account; in live mode read-only. */
  use_shell: ["owner", "admin", "developer"],
  /** Change live data by such calls, regardless of other permissions. */
  change_live_by_shell: ["owner", "admin"],
  refund: ["owner", "admin", "support"],
  /** Submit evidence for disputes, or accept them. */
  manage_disputes: ["owner", "admin", "finance", "support"],
  /** Create payouts, and top up the payout balance in test mode. */
  pay_out: ["owner", "admin", "finance"],
  /** Add bank statements and decide what their lines are about. */
  reconcile_bank: ["owner", "admin", "finance"],
  /** Revoke mandates. */
  manage_mandates: ["owner", "admin", "support"],
  /** Export all rows of a report or list. Not needed to view them. */
  download_reports: ["owner", "admin", "developer", "finance", "support"],
  /** Tag payments, customers, disputes and payouts, and write notes about them. */
  annotate: ["owner", "admin", "developer", "finance", "support"],
  /** Delete notes of other members. */
  delete_notes: ["owner", "admin"],
  /** Save, change and delete the team's views of lists. */
  manage_views: ["owner", "admin"],
  /** Close a month of the books, which cannot be undone. */
  close_months: ["owner", "admin", "finance"],
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof MAY;

const PERMISSIONS = Object.keys(MAY) as Permission[];

export function mayDo(role: Role, permission: Permission): boolean {
  return (MAY[permission] as readonly Role[]).includes(role);
}

/** The roles that have a permission. */
export function rolesWith(permission: Permission): readonly Role[] {
  return MAY[permission];
}

/** The permissions of a role. */
export function permissionsOf(role: Role): Permission[] {
  return PERMISSIONS.filter((permission) => mayDo(role, permission));
}

/** The roles whose permissions `role` has all of, for looking at the dashboard as a colleague sees it. Never owner: only
 *  owners change owners, which no permission says. */
export function rolesBelow(role: Role): Role[] {
  return ROLES.filter(
    (other) =>
      other !== role &&
      other !== "owner" &&
      permissionsOf(other).every((permission) => mayDo(role, permission)),
  );
}

/** The roles whose refunds can be limited: those that refund and neither change limits nor use keys, which have none. */
export const LIMITED_ROLES: readonly Role[] = ROLES.filter(
  (role) =>
    mayDo(role, "refund") &&
    !mayDo(role, "manage_team") &&
    !mayDo(role, "manage_keys") &&
    !mayDo(role, "use_shell"),
);

/** The permissions of all roles. */
export function permissionsByRole(): Record<Role, Permission[]> {
  return Object.fromEntries(ROLES.map((role) => [role, permissionsOf(role)])) as Record<
    Role,
    Permission[]
  >;
}

const ROLE_LABELS: Readonly<Record<Role, string>> = {
  owner: "an owner",
  admin: "an admin",
  developer: "a developer",
  finance: "a finance member",
  support: "a support member",
  read_only: "a read-only member",
};

/** A role in a sentence: "join as …". */
export function roleLabel(role: Role): string {
  return ROLE_LABELS[role];
}
