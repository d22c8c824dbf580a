/** Placeholder of the same size as the chart. */
export const ChartPending = () => (
  <div className="h-full animate-pulse rounded-base bg-surface-sunken" />
);
