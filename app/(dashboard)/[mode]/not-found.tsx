import { EmptyState } from "#components/ui/empty-state.tsx";

export default function NotFound() {
  return (
    <EmptyState title="There is nothing at this address">
      It may belong to the other mode or to another account, or the address may be incomplete.
    </EmptyState>
  );
}
