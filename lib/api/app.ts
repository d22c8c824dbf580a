import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { Hono } from "hono";
import { newId } from "#lib/kernel/ids.ts";
import { NEWEST_VERSION } from "#lib/kernel/versions.ts";
import { ENDPOINTS } from "./endpoints.ts";
import { compile } from "./pipeline/compile.ts";
import { commonHeaders } from "./pipeline/respond.ts";
import { serve } from "./pipeline/serve.ts";
import { answerUnrouted, type KnownRoute } from "./pipeline/unrouted.ts";

const DOCUMENT_PATH = "/v1/openapi.json";

const bytes = readFileSync(new URL("./openapi.json", import.meta.url));
const etag = `"${createHash("sha256").update(bytes).digest("hex").slice(0, 32)}"`;

/** Serves the committed OpenAPI document byte for byte. Public: needs no key and has no rate limit. */
function serveDocument(request: Request): Response {
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

/** The public API: matches routes. `pipeline/serve.ts` does the rest. */
export const apiApp = new Hono();

for (const endpoint of ENDPOINTS) {
  const compiled = compile(endpoint.route);
  apiApp.on(endpoint.route.method.toUpperCase(), compiled.pattern, (c) =>
    serve(endpoint, compiled, c.req.raw, c.req.param()),
  );
}

apiApp.get(DOCUMENT_PATH, (c) => serveDocument(c.req.raw));

const known: readonly KnownRoute[] = [
  ...ENDPOINTS.map(({ route }) => route),
  { method: "get", path: DOCUMENT_PATH },
];
apiApp.notFound((c) => answerUnrouted(c.req.raw, known));
