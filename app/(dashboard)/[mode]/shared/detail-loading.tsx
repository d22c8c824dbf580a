import { Skeleton } from "#components/ui/skeleton.tsx";

const LINES = ["a", "b", "c", "d", "e", "f"];

/** Placeholder of an object's page. */
export function DetailLoading() {
  return (
    <div aria-busy="true">
      <span role="status" className="sr-only">
        Loading
      </span>
      <Skeleton className="mt-7 w-40" />
      <Skeleton className="mt-4 h-7 w-56" />
      <Skeleton className="mt-4 mb-10 w-80" />
      {LINES.map((line) => (
        <Skeleton key={line} className="mb-5 w-full max-w-160" />
      ))}
    </div>
  );
}
