// A merchant's HTTPS server for deliveries, as fast as possible in Node: it responds immediately, but never to
// paths that start with /hang. Its headers are those of Node's own server. It reports the arrivals over its
// channel on request.

import { readFileSync } from "node:fs";
import { createServer, type TLSSocket } from "node:tls";
import { env } from "#lib/kernel/env.ts";

const [certPath = "", keyPath = ""] = process.argv.slice(2);
const files = { cert: readFileSync(certPath), key: readFileSync(keyPath) };
/** Event, path, and the time of the first byte in milliseconds. */
let arrivals: Array<[event: string, path: string, atMs: number]> = [];
let counting = true;
let heard = 0;

const ANSWER = Buffer.from(
  [
    "HTTP/1.1 200 OK",
    "Content-Type: text/plain; charset=utf-8",
    "Date: Thu, 01 Jan 2026 00:00:00 GMT",
    "Connection: keep-alive",
    "Keep-Alive: timeout=30",
    "Content-Length: 2",
    "",
    "ok",
  ].join("\r\n"),
);

const server = createServer(files, (socket) => {
  let held: Buffer | null = null;
  socket.setNoDelay(true);
  socket.on("error", () => {});
  socket.on("data", (chunk: Buffer) => {
    held = take(socket, held ? Buffer.concat([held, chunk]) : chunk);
  });
});

/** Responds to complete requests; returns the bytes of an incomplete one. */
function take(socket: TLSSocket, bytes: Buffer): Buffer | null {
  const end = bytes.indexOf("\r\n\r\n");
  if (end < 0) return bytes;
  const head = bytes.toString("latin1", 0, end);
  const length = Number(/\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
  const rest = end + 4 + length;
  if (bytes.length < rest) return bytes;
  const path = head.slice("POST ".length, head.indexOf(" ", "POST ".length));
  heard++;
  if (counting) {
    const event = /\nservice-event-id: (\S+)/i.exec(head)?.[1] ?? "";
    arrivals.push([event, path, performance.timeOrigin + performance.now()]);
  }
  if (!path.startsWith("/hang")) socket.write(ANSWER);
  return bytes.length > rest ? take(socket, bytes.subarray(rest)) : null;
}

process.on("message", (params: "count" | "ignore" | "tell" | "heard") => {
  if (params === "heard") return void process.send?.(heard);
  if (params === "tell") process.send?.(arrivals);
  else counting = params === "count";
  arrivals = [];
  return undefined;
});
server.listen(env.port, "127.0.0.1", 4_096, () => process.send?.("ready"));
