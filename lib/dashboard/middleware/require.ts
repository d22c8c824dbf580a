import { isFresh, keepActiveSessions, mayDo, type Permission } from "#lib/domain/members/index.ts";
import { whileAllowed } from "#lib/kernel/streams.ts";
import type { Role } from "#lib/kernel/vocabulary/roles.ts";
import { DashboardError } from "../errors.ts";
import type { DashboardContext, DashboardMiddleware } from "../types.ts";

const DECLARED = new WeakMap<object, Permission>();

/** The permission that a route step requires, if it is one of `requireRole`: tests compare it with the table of
 *  permissions. */
export function permissionOf(step: object): Permission | undefined {
  return DECLARED.get(step);
}

/** Why a role may not do something, in a sentence. */
export const whyNotRole = (role: Role) =>
  `Your role (${role.replace("_", " ")}) does not allow this. Ask an owner or admin.`;

/** Lets only members through whose role has this permission. */
export function requireRole(permission: Permission): DashboardMiddleware {
  const step: DashboardMiddleware = async (c, next) => {
    const { role } = c.get("membership");
    if (!mayDo(role, permission)) {
      throw new DashboardError("role_insufficient", whyNotRole(role));
    }
    c.set("permission", permission);
    await next();
  };
  DECLARED.set(step, permission);
  return step;
}

/** Breaks off a file that is being sent when its member signed out, left the account or lost the role for it. */
export const whileMember: DashboardMiddleware = async (c, next) => {
  await next();
  if (!c.res.headers.has("content-disposition")) return;
  const looker = { sessionId: c.get("session").id, accountId: c.get("membership").accountId };
  const permission = c.get("permission");
  c.res = whileAllowed(c.res, async () => {
    const role = (await keepActiveSessions([looker])).get(looker);
    if (!role) throw new DashboardError("session_missing", "You are signed out. Sign in again.");
    if (permission && !mayDo(role, permission)) {
      throw new DashboardError("role_insufficient", whyNotRole(role));
    }
  });
};

const STEPS = new WeakSet<object>();

/** Whether a route step is one of `requireConfirmed`, for tests. */
export function isConfirmation(step: object): boolean {
  return STEPS.has(step);
}

/** Throws `confirmation_needed`; the client then asks the person and retries. */
export function checkConfirmed(c: DashboardContext): void {
  if (isFresh(c.get("session"))) return;
  throw new DashboardError("confirmation_needed", "Confirm that it is you.");
}

/** Requires a password or code given within the last ten minutes, so that an unattended screen is not enough.
 *  `in_live`: in live mode only. */
export function requireConfirmed(when: "always" | "in_live"): DashboardMiddleware {
  const step: DashboardMiddleware = async (c, next) => {
    const isGrave = when === "always" || c.get("ctx").mode === "live";
    if (isGrave) checkConfirmed(c);
    await next();
  };
  STEPS.add(step);
  return step;
}
