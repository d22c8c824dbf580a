"use client";

import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** Origin of the dashboard and the API; empty until the browser knows it. */
export function useOrigin(): string {
  return useSyncExternalStore(
    never,
    () => window.location.origin,
    () => "",
  );
}
