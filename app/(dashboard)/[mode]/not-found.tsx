import { ButtonLink } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";

export default function NotFound() {
  return (
    <EmptyState
      title="There is nothing at this address"
      action={<ButtonLink href="/">Go to the home page</ButtonLink>}
    >
      It may belong to the other mode or to another account, or the address may be incomplete.
    </EmptyState>
  );
}
