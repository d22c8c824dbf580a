import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { newId } from "#lib/kernel/ids.ts";
import { NEWEST_VERSION } from "#lib/kernel/versions.ts";
import { commonHeaders } from "./respond.ts";

export const DOCUMENT_PATH = "/v1/openapi.json";

const bytes = readFileSync(new URL("../openapi.json", import.meta.url));
const etag = `"${createHash("sha256").update(bytes).digest("hex").slice(0, 32)}"`;

/** Serves the committed OpenAPI document byte for byte. Public: needs no key and has no rate limit. */
export function serveDocument(request: Request): Response {
  const headers = {
    ...commonHeaders({ requestId: newId("req"), version: NEWEST_VERSION }),
    "Cache-Control": "public, max-age=300",
    ETag: etag,
  };
  if (request.headers.get("if-none-match") === etag) {
    return new Response(null, { status: 304, headers });
  }
  return new Response(bytes, { status: 200, headers });
}
