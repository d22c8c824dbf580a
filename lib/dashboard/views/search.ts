import type { Found } from "#lib/domain/lookup/index.ts";

/** Something that was found, as one line. */
export function foundView(found: Found) {
  const { amountMinor, createdAt, ...rest } = found;
  return {
    ...rest,
    amount: amountMinor === null ? null : String(amountMinor),
    createdAt: createdAt.toISOString(),
  };
}

export type FoundView = ReturnType<typeof foundView>;

/** `GET /internal/:mode/search?q=` */
export type SearchView = { found: FoundView[] };
