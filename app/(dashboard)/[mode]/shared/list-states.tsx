import type { ReactNode } from "react";
import { QueryError } from "#components/data/query-state.tsx";
import { AboutError } from "#components/ui/about-error.tsx";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { useSession } from "../../session.tsx";

export type ListFailure = Error & { status?: number; requestId?: string | null };

type ErrorProps = {
  error: ListFailure;
  /** The rows, in the plural. */
  noun: string;
  onRetry: () => unknown;
  onClear: () => void;
};

/** A list that could not be read. 400 means that the address holds an invalid filter. */
export function ListError({ error, noun, onRetry, onClear }: ErrorProps) {
  if (error.status !== 400)
    return <QueryError error={error} what={`The ${noun}`} onRetry={onRetry} />;
  return (
    <ErrorState
      title="These filters are not valid"
      requestId={error.requestId}
      action={<Button onClick={onClear}>Clear search and filters</Button>}
    >
      {error.message}
      <AboutError error={error} />
    </ErrorState>
  );
}

/** Rows exist, but the filters match none of them. */
export function NothingFound(props: {
  noun: string;
  note?: string;
  /** Buttons that show something, before the one that removes all filters. */
  instead?: ReactNode;
  onClear: () => void;
}) {
  const { noun, note, instead, onClear } = props;
  return (
    <EmptyState
      title={`No ${noun} match`}
      action={
        <div className="flex flex-wrap gap-2">
          {instead}
          <Button onClick={onClear}>Clear search and filters</Button>
        </div>
      }
    >
      Remove a filter or check the search text. {note} Objects of the other mode are not shown.
    </EmptyState>
  );
}

type NothingYetProps = {
  noun: string;
  /** The list is the account's, of both modes. */
  ofBothModes?: boolean;
  children: ReactNode;
  teach?: ReactNode;
  action?: ReactNode;
};

/** Nothing exists yet, and how the first one is made. */
export function NothingYet({ noun, ofBothModes, children, teach, action }: NothingYetProps) {
  const { mode } = useSession();
  return (
    <EmptyState
      title={ofBothModes ? `No ${noun} yet` : `No ${noun} in ${mode} mode yet`}
      teach={teach}
      action={action}
    >
      {children}
    </EmptyState>
  );
}
