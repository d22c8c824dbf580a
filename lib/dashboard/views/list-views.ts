import type { MatchCount } from "../lists/viewed.ts";

/** In the order of the question; null where counting took too long or the filter is not valid any more. */
export type CountsView = { counts: (MatchCount | null)[] };
