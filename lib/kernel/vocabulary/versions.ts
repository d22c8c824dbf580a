/** Objects that can be compared in two API versions. */
export const COMPARED_SUBJECTS = [
  "declined_payment",
  "payment",
  "refund",
  "list",
  "event",
] as const;
export type ComparedSubject = (typeof COMPARED_SUBJECTS)[number];
