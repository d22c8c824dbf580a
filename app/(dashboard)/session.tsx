"use client";

import { createContext, Fragment, type ReactNode, useContext } from "react";
import { setRules } from "#components/format/locale.ts";
import type { SessionView } from "#lib/dashboard/views/session.ts";
import type { Mode } from "#lib/kernel/vocabulary/modes.ts";

type SessionInMode = { session: SessionView; mode: Mode };

const SessionContext = createContext<SessionInMode | null>(null);

export function SessionProvider(props: SessionInMode & { children: ReactNode }) {
  const { session, mode, children } = props;
  const { locale, format } = session.account;
  // Before the screens render, because functions that format read it.
  setRules(format);
  return (
    <SessionContext value={{ session, mode }}>
      <Fragment key={locale}>{children}</Fragment>
    </SessionContext>
  );
}

/** The session and the mode. `session.may` says which actions to offer; the server decides. */
export function useSession(): SessionInMode {
  const context = useContext(SessionContext);
  if (!context) throw new Error("useSession is used outside the dashboard's layout");
  return context;
}
