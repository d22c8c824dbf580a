import { Hono } from "hono";
import { ENDPOINTS } from "./endpoints.ts";
import { serveDocument } from "./openapi/serve-document.ts";
import { compile } from "./pipeline/compile.ts";
import { serve } from "./pipeline/serve.ts";
import { answerUnrouted, type KnownRoute } from "./pipeline/unrouted.ts";

const DOCUMENT_PATH = "/v1/openapi.json";

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
