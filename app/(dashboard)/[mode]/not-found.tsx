import { ButtonLink } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";

export default function NotFound() {
  return (
    <EmptyState
      title="Page not found"
      action={<ButtonLink href="/">Go to the home page</ButtonLink>}
    >
      It may belong to the other mode or to another account, or the address may be incomplete.
    </EmptyState>
  );
}
