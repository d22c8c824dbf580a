"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { AboutError } from "../ui/about-error.tsx";
import { ErrorState } from "../ui/error-state.tsx";

type Failure = Error & { status?: number; requestId?: string | null };

export type QueryStateProps<T> = {
  query: UseQueryResult<T>;
  /** Subject of "… could not be loaded": "The payments". */
  what: string;
  /** A skeleton of the same layout. */
  loading: ReactNode;
  children: (data: T) => ReactNode;
};

/** The states of a screen: loading, failed, denied, and the data. Old data stays on the page if a later read
 *  fails. */
export function QueryState<T>({ query, what, loading, children }: QueryStateProps<T>) {
  if (query.data !== undefined) return children(query.data);
  if (query.error) return <QueryError error={query.error} what={what} onRetry={query.refetch} />;
  return loading;
}

/** A failed read: denied or failed, the cause, and what to do. */
export function QueryError(props: { error: Failure; what: string; onRetry: () => unknown }) {
  const { error, what, onRetry } = props;
  if (error.status === 403)
    return (
      <ErrorState
        denied
        title={`You have no access to ${what.charAt(0).toLowerCase()}${what.slice(1)}`}
        requestId={error.requestId}
      >
        Your role does not allow it. An owner of the account can change your role.
      </ErrorState>
    );
  return (
    <ErrorState
      title={`${what} could not be loaded`}
      requestId={error.requestId}
      onRetry={() => void onRetry()}
    >
      {error.message}
      <AboutError error={error} />
    </ErrorState>
  );
}
