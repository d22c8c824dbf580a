import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";

/** The filters leave nothing: say so, and offer the way back. */
export function NothingFound({
  what,
  onClear,
}: {
  /** The objects, in the plural. */ what: string;
  onClear: () => void;
}) {
  return (
    <EmptyState
      title={`No ${what} match`}
      action={<Button onClick={onClear}>Clear search and filters</Button>}
    >
      Drop a filter, or check what was typed. Objects of the other mode are never shown here.
    </EmptyState>
  );
}
