import { announceTrailers } from "./trailers.ts";

/** A file that is made while it is sent. */
export type SentFile = {
  fileName: string;
  /** The next bytes; null when there are no more. Asked for when those before were taken. */
  next(): Promise<Buffer | null>;
  /** Those bytes are sent: their memory may be used for others. */
  giveBack?(bytes: Uint8Array): void;
  /** What it came to, when `next` has answered null. */
  facts(): { rowCount: number; sha256: string };
  /** Nobody wants the rest. */
  cancel(): Promise<void>;
};

/** RFC 9530: the hash of the whole content, in base64. */
export const reprDigest = (sha256: string) =>
  `sha-256=:${Buffer.from(sha256, "hex").toString("base64")}:`;

const CSV = { "Content-Type": "text/csv; charset=utf-8; header=present" };

export const csvHeaders = (fileName: string) => ({
  ...CSV,
  "Content-Disposition": `attachment; filename="${fileName}"`,
  "Cache-Control": "no-store",
});

/** Answers a request with a CSV file; the number of its rows and its hash follow it as trailers. */
export function csvResponse(
  request: Request,
  file: SentFile,
  headers: Readonly<Record<string, string>>,
): Response {
  announceTrailers(request, {
    names: ["Service-Row-Count", "Repr-Digest"],
    values: () => {
      const { rowCount, sha256 } = file.facts();
      return { "Service-Row-Count": String(rowCount), "Repr-Digest": reprDigest(sha256) };
    },
    sent: (bytes) => file.giveBack?.(bytes),
  });
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const bytes = await file.next();
        if (bytes === null) controller.close();
        else controller.enqueue(bytes);
      },
      cancel: () => file.cancel(),
    },
    // Nothing is made before it is wanted.
    { highWaterMark: 0 },
  );
  return new Response(body, { headers: { ...headers, ...csvHeaders(file.fileName) } });
}

/** What `csvResponse` says before any row. */
export function csvHead(headers: Readonly<Record<string, string>>): Response {
  return new Response(null, { headers: { ...headers, ...CSV } });
}
