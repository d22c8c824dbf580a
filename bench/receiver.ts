// A merchant's HTTPS server that accepts everything. Arguments: certificate and key.

import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import { env } from "#lib/kernel/env.ts";

const [certPath = "", keyPath = ""] = process.argv.slice(2);
const files = { cert: readFileSync(certPath), key: readFileSync(keyPath) };
const server = createServer(files, (request, response) => {
  request.resume();
  request.once("end", () => response.end("ok"));
});
server.keepAliveTimeout = 30_000;
server.listen(env.port, "127.0.0.1", () => process.send?.("ready"));
