import type { ReactNode } from "react";
import type { Mode } from "#lib/kernel/mode.ts";

/** What the frame needs to know about who is looking, and where they are. */
export type FrameProps = {
  mode: Mode;
  person: { name: string; email: string };
  account: { id: string; name: string };
  accounts: readonly { id: string; name: string }[];
  onSwitchAccount: (accountId: string) => void;
  onSignOut: () => void;
  /** Finding things and doing them from anywhere. */
  search?: ReactNode;
  /** In test mode: the control of the sandbox's clock. */
  clock?: ReactNode;
  /** The rail is folded to icons (remembered in a cookie, so that the first paint is right). */
  narrow: boolean;
};

export const RAIL_COOKIE = "paydesk_rail";
