"use client";

import { createContext, type ReactNode, useContext } from "react";
import type { SessionView } from "#lib/dashboard/client.ts";

type Looking = { session: SessionView; mode: "test" | "live" };

const SessionContext = createContext<Looking | null>(null);

export function SessionProvider(props: Looking & { children: ReactNode }) {
  const { session, mode, children } = props;
  return <SessionContext value={{ session, mode }}>{children}</SessionContext>;
}

/** The session and the mode. `session.may` says which actions to offer; the server decides. */
export function useSession(): Looking {
  const looking = useContext(SessionContext);
  if (!looking) throw new Error("useSession is used outside the dashboard's layout");
  return looking;
}
