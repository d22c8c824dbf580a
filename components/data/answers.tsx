"use client";

import { type DehydratedState, HydrationBoundary, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useLayoutEffect, useSyncExternalStore } from "react";

/** Gives reads of the server to the screen. For those that were not answered when the page was sent, the server
 *  rendered placeholders. Their answers can arrive before React takes the HTML over, so they are held back until then:
 *  otherwise React finds other content than it was sent, and renders the whole page again. */
export function Answers({ state, children }: { state: DehydratedState; children: ReactNode }) {
  const client = useQueryClient();
  const isHydrating = useSyncExternalStore(
    neverChanges,
    () => false,
    () => true,
  );
  // A layout effect runs before the effects in which parts would start reads of their own.
  useLayoutEffect(() => {
    if (!isHydrating) return;
    for (const { queryHash, promise } of state.queries) {
      const query = promise && client.getQueryCache().get(queryHash);
      // After a failure the part reads again.
      query?.fetch(undefined, { initialPromise: Promise.resolve(promise) }).catch(() => {});
    }
  }, [client, state, isHydrating]);
  return (
    <HydrationBoundary state={isHydrating ? withoutPromises(state) : state}>
      {children}
    </HydrationBoundary>
  );
}

const neverChanges = () => () => {};

const withoutPromises = ({ queries }: DehydratedState): DehydratedState => ({
  mutations: [],
  queries: queries.map((query) => ({ ...query, promise: undefined })),
});
