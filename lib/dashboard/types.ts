import type { Context as HonoContext, MiddlewareHandler } from "hono";
import type { Membership, Session, User } from "#lib/domain/members/index.ts";
import type { AccountContext, Context } from "#lib/kernel/context.ts";
import type { Id } from "#lib/kernel/ids.ts";

/** What the pipeline of `/internal` has found out by the time a route runs. */
export type DashboardEnv = {
  Variables: {
    requestId: Id<"req">;
    /** After the session step. */
    user: User;
    session: Session;
    memberships: Membership[];
    /** The account being looked at, and as what. */
    membership: Membership;
    /** Who asks, for the account as a whole. */
    accountCtx: AccountContext;
    /** Under `/internal/:mode` only: what every verb takes. */
    ctx: Context;
  };
};

export type DashboardContext = HonoContext<DashboardEnv>;
export type DashboardMiddleware = MiddlewareHandler<DashboardEnv>;
