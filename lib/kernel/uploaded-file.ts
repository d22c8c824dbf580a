/** A file that somebody uploaded, with its bytes. */
export type UploadedFile = { name: string; type: string; bytes: Buffer };

/** Browsers save it, and treat whatever they show of it as a page without an origin, scripts or requests. */
const HARMLESS = {
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "default-src 'none'; sandbox",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Cache-Control": "private, no-store",
};

/** A response with an uploaded file. Its type is the one that its content was found to have, never the caller's. */
export function uploadResponse(
  { name, type, bytes }: UploadedFile,
  headers: Readonly<Record<string, string>>,
): Response {
  return new Response(new Uint8Array(bytes), {
    headers: {
      ...headers,
      ...HARMLESS,
      "Content-Type": type,
      "Content-Length": String(bytes.length),
      "Content-Disposition": dispositionOf(name),
    },
  });
}

/** The name in ASCII for old programs, and in UTF-8 (RFC 6266). */
function dispositionOf(name: string): string {
  const plain = name.replace(/[^\w .()-]/g, "_");
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
