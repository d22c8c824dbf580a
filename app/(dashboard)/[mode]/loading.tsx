import { Skeleton } from "#components/ui/skeleton.tsx";

const LINES = ["a", "b", "c", "d", "e", "f", "g", "h"];

export default function Loading() {
  return (
    <div aria-busy="true">
      <span role="status" className="sr-only">
        Loading
      </span>
      <Skeleton className="mt-7 h-6 w-48" />
      <Skeleton className="mt-5 mb-4 h-7 w-72" />
      {LINES.map((line) => (
        <div key={line} className="flex h-10 items-center border-b border-line">
          <Skeleton className="w-full" />
        </div>
      ))}
    </div>
  );
}
