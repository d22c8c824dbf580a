import { mayDo, type Permission } from "#lib/domain/members/index.ts";
import { DashboardError } from "../errors.ts";
import type { DashboardMiddleware } from "../types.ts";

/** Declared on a route: only members whose role has this permission get through. */
export function requireRole(permission: Permission): DashboardMiddleware {
  return async (c, next) => {
    const { role } = c.get("membership");
    if (!mayDo(role, permission)) {
      throw new DashboardError(
        "role_insufficient",
        `Your role (${role.replace("_", " ")}) does not allow this. Ask an owner or admin.`,
      );
    }
    await next();
  };
}
