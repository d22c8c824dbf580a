import type { ReactNode } from "react";
import type { Mode } from "#lib/kernel/mode.ts";

/** What the frame needs to know about the person, the account and the mode. */
export type FrameProps = {
  mode: Mode;
  person: { name: string; email: string };
  account: { id: string; name: string };
  accounts: readonly { id: string; name: string }[];
  onSwitchAccount: (accountId: string) => void;
  onSignOut: () => void;
  /** The command palette. */
  search?: ReactNode;
  /** In test mode: the control of the sandbox's clock. */
  clock?: ReactNode;
  /** The sidebar is collapsed to icons. Stored in a cookie, so that the server renders it right. */
  narrow: boolean;
};

export const SIDEBAR_COOKIE = "paydesk_sidebar";
