/** Stands in examples for yesterday, where an older day would be refused. The service sends the real day instead. */
export const EXAMPLE_DAY = "2026-04-21";
