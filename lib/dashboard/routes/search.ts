import { lookUp } from "#lib/domain/lookup/index.ts";
import { readText } from "../list-params.ts";
import { reply, routesAt } from "../typed-routes.ts";
import { foundView } from "../views/search.ts";

export const searchRoutes = routesAt("/:mode/search");

/** What somebody may mean by what they typed, of this account and mode. */
searchRoutes.get("/", async (c) => {
  const found = await lookUp(c.get("ctx"), readText(c, "q") ?? "");
  return reply(c, { found: found.map(foundView) });
});
