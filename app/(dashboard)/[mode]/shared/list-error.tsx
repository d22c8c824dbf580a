import { QueryError } from "#components/data/query-state.tsx";
import { Button } from "#components/ui/button.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";

type Props = {
  error: Error & { status?: number; requestId?: string | null };
  what: string;
  onRetry: () => unknown;
  onClear: () => void;
};

/** A list that could not be read: asked for something impossible (the address was typed or cut
 *  short), or broken. */
export function ListError({ error, what, onRetry, onClear }: Props) {
  if (error.status !== 400) return <QueryError error={error} what={what} onRetry={onRetry} />;
  return (
    <ErrorState
      title="These filters cannot be read"
      requestId={error.requestId}
      action={<Button onClick={onClear}>Clear search and filters</Button>}
    >
      {error.message}
    </ErrorState>
  );
}
