"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ErrorState } from "../ui/error-state.tsx";

type Failure = Error & { status?: number; requestId?: string | null };

export type QueryStateProps<T> = {
  query: UseQueryResult<T>;
  /** In the sentence "… could not be read": "The payments". */
  what: string;
  /** A skeleton of the same layout. */
  loading: ReactNode;
  children: (data: T) => ReactNode;
};

/** The states every screen has: loading, failed, denied, and the data. Old data stays on the page
 *  while a newer read fails behind it. */
export function QueryState<T>({ query, what, loading, children }: QueryStateProps<T>) {
  if (query.data !== undefined) return children(query.data);
  if (query.error) return <QueryError error={query.error} what={what} onRetry={query.refetch} />;
  return loading;
}

/** A failed read in words: denied or broken, why, and what to do. */
export function QueryError(props: { error: Failure; what: string; onRetry: () => unknown }) {
  const { error, what, onRetry } = props;
  if (error.status === 403)
    return (
      <ErrorState denied title={`${what} are not open to you`} requestId={error.requestId}>
        Your role in this account does not include them. An owner of the account can change that.
      </ErrorState>
    );
  return (
    <ErrorState
      title={`${what} could not be read`}
      requestId={error.requestId}
      onRetry={() => void onRetry()}
    >
      {error.message}
    </ErrorState>
  );
}
