import { Hono } from "hono";
import { lookUp } from "#lib/domain/lookup/index.ts";
import { readText } from "../list-params.ts";
import type { DashboardEnv } from "../types.ts";
import { foundView, type SearchView } from "../views/search.ts";

export const searchRoutes = new Hono<DashboardEnv>();

/** What somebody may mean by what they typed, of this account and mode. */
searchRoutes.get("/", async (c) => {
  const found = await lookUp(c.get("ctx"), readText(c, "q") ?? "");
  return c.json<SearchView>({ found: found.map(foundView) });
});
