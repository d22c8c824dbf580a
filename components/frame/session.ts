import type { ReactNode } from "react";
import type { Mode } from "#lib/kernel/mode.ts";
import type { Density } from "../table/density.ts";
import type { PlaceGroup } from "./navigation.ts";

/** The signed-in person, account and mode, as the frame needs them. */
export type FrameProps = {
  mode: Mode;
  person: { name: string; email: string };
  account: { id: string; name: string };
  accounts: readonly { id: string; name: string }[];
  onSwitchAccount: (accountId: string) => void;
  onSignOut: () => void;
  /** The search and command palette. */
  search?: ReactNode;
  /** The control of the sandbox clock, in test mode. */
  clock?: ReactNode;
  /** Keeps the page in the favourites. */
  star?: ReactNode;
  onEditFavourites: () => void;
  /** The bell with the person's alerts. */
  alerts?: ReactNode;
  /** Below every page: where to read on. */
  end?: ReactNode;
  /** Screens that the person can open. */
  places: readonly PlaceGroup[];
  /** Titles of the groups that are collapsed in the sidebar. Stored in a cookie. */
  collapsed: readonly string[];
  /** How many things wait for this person, by the path of their place. */
  waiting: Readonly<Record<string, number>>;
  /** The sidebar is collapsed to icons. Stored in a cookie, so that the server renders it right. */
  narrow: boolean;
  /** Height of the rows of lists. Stored in a cookie too. */
  density: Density;
};

export const SIDEBAR_COOKIE = "paydesk_sidebar";
export const GROUPS_COOKIE = "paydesk_groups";
