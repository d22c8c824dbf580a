import { isFresh, mayDo, type Permission } from "#lib/domain/members/index.ts";
import { DashboardError } from "../errors.ts";
import type { DashboardContext, DashboardMiddleware } from "../types.ts";

const DECLARED = new WeakMap<object, Permission>();

/** What a step of a route asks for, where it is one of `requireRole`: so that a test can hold every
 *  route against the table of who may what. */
export function permissionOf(step: object): Permission | undefined {
  return DECLARED.get(step);
}

/** Declared on a route: only members whose role has this permission get through. */
export function requireRole(permission: Permission): DashboardMiddleware {
  const step: DashboardMiddleware = async (c, next) => {
    const { role } = c.get("membership");
    if (!mayDo(role, permission)) {
      throw new DashboardError(
        "role_insufficient",
        `Your role (${role.replace("_", " ")}) does not allow this. Ask an owner or admin.`,
      );
    }
    await next();
  };
  DECLARED.set(step, permission);
  return step;
}

const STEPS = new WeakSet<object>();

/** Whether a step of a route is one of `requireConfirmed`, for the test of who may what. */
export function isConfirmation(step: object): boolean {
  return STEPS.has(step);
}

/** Throws `confirmation_needed`, on which the dashboard's client asks and tries again. */
export function checkConfirmed(c: DashboardContext): void {
  if (isFresh(c.get("session"))) return;
  throw new DashboardError("confirmation_needed", "Confirm that it is you.");
}

/**
 * Declared on a route that does something grave: whoever presses has given a password or a code within
 * the last ten minutes. A screen that was left open is not enough. `in_live`: nothing is grave in test
 * mode.
 */
export function requireConfirmed(when: "always" | "in_live"): DashboardMiddleware {
  const step: DashboardMiddleware = async (c, next) => {
    const isGrave = when === "always" || c.get("ctx").mode === "live";
    if (isGrave) checkConfirmed(c);
    await next();
  };
  STEPS.add(step);
  return step;
}
