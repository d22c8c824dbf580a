import type { Tx } from "#db/transact.ts";
import { invalid } from "#lib/kernel/errors.ts";
import { TOUR_STEPS, type TourStep } from "#lib/kernel/vocabulary/tour.ts";
import * as store from "./store.ts";
import type { Favourite, SettingsOwner } from "./types.ts";

export const MOST_FAVOURITES = 20;

/** A path within the dashboard, with a query: never another host, never up a level. */
const PATH = /^[a-z][a-z0-9-]*(\/[A-Za-z0-9_-]+)*(\?[^\s#\\]+)?$/;

/** Replaces a member's favourites. Throws `parameter_invalid` (`favourites`) for more than `MOST_FAVOURITES`, two of the
 *  same, or a path that is not one of the dashboard. */
export async function saveFavourites(
  owner: SettingsOwner,
  favourites: readonly Favourite[],
): Promise<Favourite[]> {
  if (favourites.length > MOST_FAVOURITES) {
    throw invalid("favourites", `Keep at most ${MOST_FAVOURITES} favourites. Remove one first.`);
  }
  const cleaned = favourites.map(({ label, ...rest }) => ({ ...rest, label: label.trim() }));
  for (const { path, label } of cleaned) {
    if (!PATH.test(path))
      throw invalid("favourites", "A favourite must be a page of the dashboard.");
    if (!label) throw invalid("favourites", "A favourite needs a name.");
  }
  const distinct = new Set(cleaned.map(({ mode, path }) => `${mode} ${path}`));
  if (distinct.size < cleaned.length) throw invalid("favourites", "A favourite is listed twice.");
  await store.saveSettings(null, owner, { favourites: cleaned });
  return cleaned;
}

/** Remembers the step that a member's tour is at; null ends it. */
export async function saveTourStep(owner: SettingsOwner, tourStep: TourStep | null): Promise<void> {
  await store.saveSettings(null, owner, { tourStep });
}

/** Begins the tour for the owner of a new account. */
export async function beginTourIn(tx: Tx, owner: SettingsOwner): Promise<void> {
  await store.saveSettings(tx, owner, { tourStep: TOUR_STEPS[0] });
}
