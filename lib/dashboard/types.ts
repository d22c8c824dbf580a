import type { Context as HonoContext, MiddlewareHandler } from "hono";
import type { Membership, Permission, Session, User } from "#lib/domain/members/index.ts";
import type { AccountContext, Context } from "#lib/kernel/context.ts";
import type { Id } from "#lib/kernel/ids.ts";

/** Calls the public API. */
export type CallApi = (request: Request) => Response | Promise<Response>;

/** Variables that the middleware of `/internal` sets before a route runs. */
export type DashboardEnv = {
  Variables: {
    requestId: Id<"req">;
    callApi: CallApi;
    /** Set by `session`. */
    user: User;
    session: Session;
    memberships: Membership[];
    /** The selected account and the role in it. */
    membership: Membership;
    /** Set by `requireRole`. */
    permission?: Permission;
    /** The context of verbs that work for both modes. */
    accountCtx: AccountContext;
    /** Only under `/internal/:mode`: the context of every other verb. */
    ctx: Context;
  };
};

export type DashboardContext = HonoContext<DashboardEnv>;
export type DashboardMiddleware = MiddlewareHandler<DashboardEnv>;
