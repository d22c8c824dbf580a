import { z } from "zod";
import { saveFavourites, saveTourStep } from "#lib/domain/member-settings/index.ts";
import { MODES } from "#lib/kernel/vocabulary/modes.ts";
import { TOUR_STEPS } from "#lib/kernel/vocabulary/tour.ts";
import { readBody } from "../read-body.ts";
import { reply, routesAt } from "../typed-routes.ts";
import type { DashboardContext } from "../types.ts";

/** A person's own settings are preferences, so they leave no audit entry. */
const ownerOf = (c: DashboardContext) => ({
  accountId: c.get("membership").accountId,
  userId: c.get("user").id,
});

export const favouriteRoutes = routesAt("/favourites");

const favourite = z.strictObject({
  mode: z.enum(MODES).nullable(),
  path: z.string().max(1_000),
  label: z.string().max(60),
});
export const favouriteList = z.strictObject({ favourites: z.array(favourite).max(100) });

/** Throws as `saveFavourites`. */
favouriteRoutes.post("/", async (c) => {
  const { favourites } = await readBody(c, favouriteList);
  return reply(c, { favourites: await saveFavourites(ownerOf(c), favourites) });
});

export const tourRoutes = routesAt("/tour");

/** Null ends the tour. */
export const tourState = z.strictObject({ step: z.enum(TOUR_STEPS).nullable() });

tourRoutes.post("/", async (c) => {
  const { step } = await readBody(c, tourState);
  await saveTourStep(ownerOf(c), step);
  return reply(c, { step });
});
