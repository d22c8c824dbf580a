import type { ReactNode } from "react";
import type { Mode } from "#lib/kernel/mode.ts";
import type { Density } from "../table/density.ts";

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
  /** The bell with the person's alerts. */
  alerts?: ReactNode;
  /** The sidebar is collapsed to icons. Stored in a cookie, so that the server renders it right. */
  narrow: boolean;
  /** Height of the rows of lists. Stored in a cookie too. */
  density: Density;
};

export const SIDEBAR_COOKIE = "paydesk_sidebar";
