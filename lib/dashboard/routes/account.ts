import { z } from "zod";
import { getAccount, updateAccount } from "#lib/domain/accounts/index.ts";
import { requireRole } from "../middleware/require-role.ts";
import { readBody } from "../read-body.ts";
import { reply, routesAt } from "../typed-routes.ts";
import { accountView } from "../views/account.ts";

export const accountRoutes = routesAt("/account");

const changes = z.strictObject({
  name: z.string().max(500).optional(),
  timezone: z.string().max(100).optional(),
  defaultCurrency: z.string().max(10).optional(),
});

accountRoutes.get("/", async (c) => reply(c, accountView(await getAccount(c.get("membership")))));

accountRoutes.post("/", requireRole("manage_account"), async (c) =>
  reply(c, accountView(await updateAccount(c.get("accountCtx"), await readBody(c, changes)))),
);
