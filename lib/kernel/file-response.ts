import { PROOF_HEADER } from "./books-proof.ts";
import { streamOf } from "./streams.ts";

/** A file that is generated while it is sent. */
export type SentFile = {
  fileName: string;
  /** Further headers that describe the content. */
  headers?: Readonly<Record<string, string>>;
  /** The next bytes; null at the end. Called when the previous bytes were taken. */
  next(): Promise<Buffer | null>;
  /** Called when bytes were sent: their memory can be reused. */
  giveBack?(bytes: Uint8Array): void;
  /** Whether its facts have a proof. */
  isSigned?: boolean;
  /** Row count and hash, after `next` has returned null. */
  facts(): FileFacts;
  /** The client has closed the connection. */
  cancel(): Promise<void>;
  /** The size of a file that is complete already: its facts are then headers instead of trailers. */
  byteCount?: number;
  /** Set for a file that is not CSV. */
  contentType?: string;
};

/** A file that is stored in pieces. `pieceOf` gives null after the last one. `next` throws if pieces are missing. */
export function storedFile(
  file: Pick<SentFile, "fileName" | "headers" | "contentType"> & { byteCount: number } & FileFacts,
  pieceOf: (number: number) => Promise<Buffer | null>,
): SentFile {
  const { fileName, headers, contentType, byteCount, ...facts } = file;
  let [number, sent] = [0, 0];
  return {
    fileName,
    ...(headers ? { headers } : {}),
    ...(contentType ? { contentType } : {}),
    byteCount,
    facts: () => facts,
    async next() {
      const piece = await pieceOf(number++);
      if (!piece && sent !== byteCount) throw new Error(`the file ${fileName} is incomplete`);
      sent += piece?.length ?? 0;
      return piece;
    },
    cancel: async () => {},
  };
}

/** `proof` is the signed head of the books (`books-proof.ts`), for reports. */
type FileFacts = { rowCount: number; sha256: string; proof?: string };

/** Row count and hash of a file: headers where they are known before it, else trailers. The hash has the form of the
 *  Downloads screen and of `report.ready`, and that of RFC 9530 for programs that check it. */
export const fileFacts = ({ rowCount, sha256, proof }: FileFacts) => ({
  "Service-Row-Count": String(rowCount),
  "Service-Content-Sha256": sha256,
  "Repr-Digest": reprDigest(sha256),
  ...(proof === undefined ? {} : { [PROOF_HEADER]: proof }),
});

const FACTS = ["Service-Row-Count", "Service-Content-Sha256", "Repr-Digest"] as const;

/** The `Repr-Digest` header (RFC 9530): the hash of the whole content in base64. */
const reprDigest = (sha256: string) => `sha-256=:${Buffer.from(sha256, "hex").toString("base64")}:`;

const CSV = { "Content-Type": "text/csv; charset=utf-8; header=present" };

export const csvHeaders = (fileName: string) => ({
  ...CSV,
  "Content-Disposition": `attachment; filename="${fileName}"`,
  "Cache-Control": "no-store",
});

/** A response with a CSV file, its row count and hash: as trailers, or as headers if the file is complete already. */
export function csvResponse(
  request: Request,
  file: SentFile,
  headers: Readonly<Record<string, string>>,
): Response {
  if (file.byteCount === undefined) {
    announceTrailers(request, {
      names: file.isSigned ? [...FACTS, PROOF_HEADER] : FACTS,
      values: () => fileFacts(file.facts()),
      sent: (bytes) => file.giveBack?.(bytes),
    });
  }
  const known =
    file.byteCount === undefined
      ? {}
      : { ...fileFacts(file.facts()), "Content-Length": String(file.byteCount) };
  return new Response(streamOf(file), {
    headers: {
      ...headers,
      ...file.headers,
      ...csvHeaders(file.fileName),
      ...(file.contentType ? { "Content-Type": file.contentType } : {}),
      ...known,
    },
  });
}

/** The headers of `csvResponse` without a body. */
export function csvHead(headers: Readonly<Record<string, string>>): Response {
  return new Response(null, { headers: { ...headers, ...CSV } });
}

/** Headers that follow the body because they are known only at its end (RFC 9110 §6.5). */
export type Trailers = {
  names: readonly string[];
  /** Called at the end of the body. */
  values(): Record<string, string>;
  /** Called for each chunk of the body that was sent. */
  sent(bytes: Uint8Array): void;
};

const announced = new WeakMap<Request, Trailers>();

/** Registers trailers for the response to a request. The server looks them up by the request, because a web `Response`
 *  cannot hold them. */
function announceTrailers(request: Request, trailers: Trailers): void {
  announced.set(request, trailers);
}

export function trailersOf(request: Request): Trailers | undefined {
  return announced.get(request);
}
