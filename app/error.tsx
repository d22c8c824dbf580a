"use client";

import { ErrorState } from "#components/ui/error-state.tsx";

export default function ScreenError(props: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return (
    <main className="p-4">
      <ErrorState
        title="This page stopped working"
        requestId={props.error.digest}
        onRetry={props.reset}
      >
        An error occurred on our side. Your saved data is safe. Try again, and give support the
        number below if the error persists.
      </ErrorState>
    </main>
  );
}
