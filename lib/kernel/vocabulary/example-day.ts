/** Stands in examples for yesterday, where an older day would be refused. What the service hands out has the real day. */
export const EXAMPLE_DAY = "2026-04-21";
