/** The steps of the tour that a new account begins with, in order. */
export const TOUR_STEPS = ["pay", "follow", "find"] as const;
export type TourStep = (typeof TOUR_STEPS)[number];
