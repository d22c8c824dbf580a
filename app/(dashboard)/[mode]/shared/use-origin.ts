"use client";

import { useSyncExternalStore } from "react";
import { useSession } from "../../session.tsx";

const never = () => () => undefined;

/** Origin of the dashboard and the API: until the browser knows its own, the one that the service has. */
export function useOrigin(): string {
  const { session } = useSession();
  return useSyncExternalStore(
    never,
    () => window.location.origin,
    () => session.publicUrl,
  );
}
