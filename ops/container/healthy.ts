// Asks this container's process for its health: exits with 0 if it answers.

import http from "node:http";
import { env } from "#lib/kernel/env.ts";

const port = env.workerPort ?? env.port;
const request = http.get({ host: "127.0.0.1", port, path: "/healthz", timeout: 3_000 });
request.once("response", ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1));
request.once("error", () => process.exit(1));
request.once("timeout", () => process.exit(1));
