import type { Role } from "#lib/kernel/vocabulary/roles.ts";

/** Who may do what. Reading needs no entry: every member may. */
const MAY = {
  manage_account: ["owner", "admin"],
  /** Invites, removes, and gives roles: only owners make and unmake owners. */
  manage_team: ["owner", "admin"],
  /** What was e-mailed to the account's people. */
  read_mail: ["owner", "admin"],
  /** Who changed what, in every corner of the account. */
  read_audit_log: ["owner", "admin"],
  manage_keys: ["owner", "admin", "developer"],
  manage_versions: ["owner", "admin", "developer"],
  manage_webhooks: ["owner", "admin", "developer"],
  manage_payments: ["owner", "admin", "support"],
  /** Makes payments in test mode, where no money moves. */
  use_sandbox: ["owner", "admin", "developer", "support"],
  /** Calls the API from the dashboard, as the account: in live mode only to read. */
  use_shell: ["owner", "admin", "developer"],
  /** Changes live data by such calls, whatever else they may not do. */
  change_live_by_shell: ["owner", "admin"],
  refund: ["owner", "admin", "support"],
  /** Answers disputes, or gives them up. */
  manage_disputes: ["owner", "admin", "finance", "support"],
  /** Sends money out, and tops up what it is sent from in test mode. */
  pay_out: ["owner", "admin", "finance"],
  /** Ends payers' mandates. */
  manage_mandates: ["owner", "admin", "support"],
  /** Takes all rows of a report or a list as a file. Whoever may only look, looks. */
  download_reports: ["owner", "admin", "developer", "finance", "support"],
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

/** Everything a role may do. */
export function permissionsOf(role: Role): Permission[] {
  return PERMISSIONS.filter((permission) => mayDo(role, permission));
}

const WORDS: Readonly<Record<Role, string>> = {
  owner: "an owner",
  admin: "an admin",
  developer: "a developer",
  finance: "a member for finance",
  support: "a member for support",
  read_only: "a member who may look at everything and change nothing",
};

/** What somebody joins as. */
export function roleLabel(role: Role): string {
  return WORDS[role];
}
