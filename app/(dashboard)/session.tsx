"use client";

import { createContext, type ReactNode, useContext } from "react";
import type { SessionView } from "#lib/dashboard/views/session.ts";

type Looking = { session: SessionView; mode: "test" | "live" };

const SessionContext = createContext<Looking | null>(null);

export function SessionProvider(props: Looking & { children: ReactNode }) {
  const { session, mode, children } = props;
  return <SessionContext value={{ session, mode }}>{children}</SessionContext>;
}

/** Who is looking, in which mode. `session.may` says which actions to offer; the server decides. */
export function useSession(): Looking {
  const looking = useContext(SessionContext);
  if (!looking) throw new Error("useSession stands outside the dashboard's layout");
  return looking;
}
