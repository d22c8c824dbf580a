import { Hono } from "hono";

import { ENDPOINTS } from "./endpoints.ts";
import { compile } from "./pipeline/compile.ts";
import { DOCUMENT_PATH, serveDocument } from "./pipeline/document.ts";
import { serve } from "./pipeline/serve.ts";
import { answerUnrouted, type KnownRoute } from "./pipeline/unrouted.ts";

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
