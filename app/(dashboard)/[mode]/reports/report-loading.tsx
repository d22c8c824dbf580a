import { Skeleton } from "#components/ui/skeleton.tsx";

/** Placeholder for figures, chart and breakdowns. */
export function ReportLoading() {
  return (
    <div aria-busy="true" className="flex flex-col gap-10">
      <span role="status" className="sr-only">
        Loading
      </span>
      <Skeleton className="h-20 w-full" />
      <Skeleton className="h-72 w-full" />
      <div className="grid gap-x-12 gap-y-10 lg:grid-cols-2">
        <Skeleton className="h-64 w-full" />
        <Skeleton className="h-64 w-full" />
      </div>
    </div>
  );
}
