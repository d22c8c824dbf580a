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
        Something in it went wrong on our side. Nothing you did is lost; try again, and quote the
        number below if it stays.
      </ErrorState>
    </main>
  );
}
