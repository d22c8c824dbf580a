// A merchant's HTTPS server for deliveries: takes everything at once, except that paths which begin with
// /hang are never answered. Tells over its channel, when it is asked, what came when.

import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import { env } from "#lib/kernel/env.ts";

const [certPath = "", keyPath = ""] = process.argv.slice(2);
const files = { cert: readFileSync(certPath), key: readFileSync(keyPath) };
/** Event, path, and the moment of its first byte in milliseconds. */
let arrivals: Array<[event: string, path: string, atMs: number]> = [];
let counting = true;

const server = createServer(files, (request, response) => {
  const { url = "", headers } = request;
  if (counting) {
    const event = String(headers["service-event-id"] ?? "");
    arrivals.push([event, url, performance.timeOrigin + performance.now()]);
  }
  request.resume();
  if (!url.startsWith("/hang")) request.once("end", () => response.end("ok"));
});
server.keepAliveTimeout = 30_000;
process.on("message", (wish: "count" | "ignore" | "tell") => {
  if (wish === "tell") process.send?.(arrivals);
  else counting = wish === "count";
  arrivals = [];
});
server.listen(env.port, "127.0.0.1", 4_096, () => process.send?.("ready"));
