/** `2026-11-24 14:05 UTC`: mail has no time zone of its reader. */
export const momentWords = (moment: Date) =>
  `${moment.toISOString().slice(0, 16).replace("T", " ")} UTC`;
