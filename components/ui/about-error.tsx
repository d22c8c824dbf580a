"use client";

/** An error of a request. `docs`: the page of its code. */
export type DocumentedError = Error & { docs?: string | null };

/** The address of the page about an error; null without one. */
export const docsOf = (error: unknown): string | null =>
  (error instanceof Error && (error as DocumentedError).docs) || null;

/** A link to the page about an error's code; nothing without one. */
export function AboutError({ error }: { error: unknown }) {
  const docs = docsOf(error);
  if (!docs) return null;
  return (
    <>
      {" "}
      <a href={docs} className="underline underline-offset-2">
        About this error
      </a>
    </>
  );
}
