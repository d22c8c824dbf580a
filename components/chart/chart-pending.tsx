/** What stands where a chart will be drawn, of the same size. */
export const ChartPending = () => (
  <div className="h-full animate-pulse rounded-base bg-surface-sunken" />
);
