"use client";

import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** Where this dashboard, and with it the API, is reached; empty until the browser knows. */
export function useOrigin(): string {
  return useSyncExternalStore(
    never,
    () => window.location.origin,
    () => "",
  );
}
