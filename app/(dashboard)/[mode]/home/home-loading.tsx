import { Skeleton } from "#components/ui/skeleton.tsx";

/** Placeholder for the two charts and the figures beside them. */
export function HomeLoading() {
  return (
    <div aria-busy="true" className="grid gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <span role="status" className="sr-only">
        Loading
      </span>
      <Skeleton className="h-76 w-full" />
      <Skeleton className="h-76 w-full" />
      <Skeleton className="h-62 w-full" />
      <Skeleton className="h-62 w-full" />
    </div>
  );
}
