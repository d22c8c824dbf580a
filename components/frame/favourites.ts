import type { Mode } from "#lib/kernel/vocabulary/modes.ts";
import { shortenId } from "../ui/shorten-id.ts";
import { FAVOURITES, type PlaceGroup, placesOf, type SubPlace } from "./navigation.ts";

/** A page that a person keeps in the sidebar. */
export type Favourite = { mode: Mode | null; path: string; label: string };

const OBJECT = /^[a-z]{2,5}_[0-9a-z]{10,}$/i;

function placeFor(path: string, mode: Mode, may: readonly string[]): SubPlace | undefined {
  const [page = ""] = path.split("?");
  return placesOf(mode, may)
    .flatMap(({ places }) => places.flatMap((place) => place.within ?? [place]))
    .filter((place) => page === place.path || page.startsWith(`${place.path}/`))
    .sort((a, b) => b.path.length - a.path.length)[0];
}

/** The page of an address as a favourite: a screen of both modes, or an object of this one; null for other pages. An object is
 *  named by its id, because a copy of other facts would outlive their erasure. */
export function favouriteOf(
  pathname: string,
  mode: Mode,
  may: readonly string[],
): Favourite | null {
  const path = pathname.split("/").slice(2).join("/");
  const place = placeFor(path, mode, may);
  if (!place) return null;
  if (path === place.path) return { mode: null, path, label: place.label };
  const last = path.split("/").at(-1) ?? "";
  return OBJECT.test(last) ? { mode, path, label: shortenId(last) } : null;
}

export const isSameFavourite = (a: Favourite, b: Favourite) =>
  a.mode === b.mode && a.path === b.path;

/** The favourites that can be opened in this mode by a person with these permissions, as a group of the sidebar; none without any. */
export function favouritePlaces(
  favourites: readonly Favourite[],
  mode: Mode,
  may: readonly string[],
): PlaceGroup[] {
  const places = favourites
    .filter((one) => one.mode === null || one.mode === mode)
    .flatMap(({ path, label }) => {
      const place = placeFor(path, mode, may);
      return place ? [{ path, label, icon: place.icon }] : [];
    });
  return places.length > 0 ? [{ title: FAVOURITES, places }] : [];
}
