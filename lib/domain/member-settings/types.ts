import type { Mode } from "#lib/kernel/vocabulary/modes.ts";
import type { TourStep } from "#lib/kernel/vocabulary/tour.ts";

/** A screen, a saved view or an object that a member keeps in the sidebar. */
export type Favourite = {
  /** Null: the screen of either mode. */
  mode: Mode | null;
  /** After the mode, with the query of a view: `payments?status=failed`. */
  path: string;
  label: string;
};

export type MemberSettings = {
  favourites: Favourite[];
  /** The step that the tour is at; null: it is over, or never began. */
  tourStep: TourStep | null;
};

/** A member of an account. */
export type SettingsOwner = { accountId: string; userId: string };
