import { mayDo, type Permission } from "#lib/domain/members/index.ts";
import { DashboardError } from "../errors.ts";
import type { DashboardMiddleware } from "../types.ts";

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
