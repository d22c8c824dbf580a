import { Wordmark } from "#components/frame/wordmark.tsx";
import { ButtonLink } from "#components/ui/button.tsx";

export const metadata = { title: "Not found" };

export default function NotFound() {
  return (
    <main className="mx-auto flex min-h-dvh max-w-form flex-col justify-center gap-6 p-4">
      <Wordmark />
      <div>
        <h1 className="text-20 font-semibold">Page not found</h1>
        <p className="mt-1 text-14 text-ink-muted">
          The page may belong to the other mode or to another account, or its URL may be incomplete.
        </p>
      </div>
      <ButtonLink href="/" className="self-start">
        Go to the dashboard
      </ButtonLink>
    </main>
  );
}
