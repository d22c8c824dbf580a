/** Kinds of objects that have tags and notes. */
export const ANNOTATED_KINDS = ["payment", "customer", "dispute", "payout"] as const;
export type AnnotatedKind = (typeof ANNOTATED_KINDS)[number];

/** Characters of a tag, and tags of an object. */
export const LONGEST_TAG = 40;
export const MOST_TAGS = 20;

/** A tag begins with a letter or digit and has no comma or quote, so that several fit into one filter. */
export const TAG = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} ._\-/&+#:]*$/u;

/** Characters of a note, notes of an object, and members that a note mentions. */
export const LONGEST_NOTE = 4_000;
export const MOST_NOTES = 200;
export const MOST_MENTIONS = 20;
