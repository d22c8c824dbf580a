export const CLOSING_STATUSES = ["running", "closed", "failed"] as const;
export type ClosingStatus = (typeof CLOSING_STATUSES)[number];

/** The files of a closed month. `journal` is text for hledger, the others are CSV. */
export const CLOSING_FILES = ["settlement", "interchange", "declines", "journal"] as const;
export type ClosingFileKind = (typeof CLOSING_FILES)[number];

/** How a row of a closed month differs now: it is new, it is missing, or it says something else. */
export const CORRECTION_CHANGES = ["added", "missing", "changed"] as const;
export type CorrectionChange = (typeof CORRECTION_CHANGES)[number];
