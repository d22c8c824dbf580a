import type { Mode } from "#lib/kernel/mode.ts";

/** What the frame needs to know about who is looking, and where they are. */
export type FrameProps = {
  mode: Mode;
  person: { name: string; email: string };
  account: { id: string; name: string };
  accounts: readonly { id: string; name: string }[];
  onSwitchAccount: (accountId: string) => void;
  onSignOut: () => void;
  /** The rail is folded to icons (remembered in a cookie, so that the first paint is right). */
  narrow: boolean;
};

/** `GET /internal/session`: the person, the account they look at, and those they may switch to. */
export type Session = {
  person: { name: string; email: string };
  account: { id: string; name: string; timezone: string };
  accounts: readonly { id: string; name: string }[];
  /** The server's time when it answered. */
  now: string;
};

export const RAIL_COOKIE = "paydesk_rail";
