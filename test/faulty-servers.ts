import { once } from "node:events";
import { createSecureServer } from "node:http2";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer, type TlsOptions } from "node:tls";
import { certificateFor } from "./receiver.ts";

/** A local server with a given behaviour for each connection. */
export type FaultyServer = {
  port: number;
  url: string;
  /** The bytes received, by connection. */
  heard: string[];
  /** Number of bytes sent. */
  sentBytes(): number;
  stop(): Promise<void>;
};

type Behaviour = (socket: Socket, request: string) => void;

/** Accepts TCP connections without TLS and calls `behave` for each. */
export async function startTcp(behave: (socket: Socket) => void): Promise<FaultyServer> {
  const server = createServer();
  return await serve(server, "connection", behave);
}

/** Accepts TLS connections and calls `behave` when a request has arrived. */
export async function startTls(
  behave: Behaviour,
  options: TlsOptions & { host?: string; expired?: boolean } = {},
): Promise<FaultyServer> {
  const { host = "localhost", expired = false, ...rest } = options;
  const server = createTlsServer({ ...(await certificateFor(host, expired)), ...rest });
  server.on("tlsClientError", () => {});
  const heard: string[] = [];
  const started = await serve(server, "secureConnection", (socket) => {
    const index = heard.push("") - 1;
    socket.on("data", (chunk) => {
      heard[index] += chunk.toString("latin1");
      if (isWhole(heard[index]!)) behave(socket, heard[index]!);
    });
  });
  return { ...started, heard };
}

function isWhole(request: string): boolean {
  const end = request.indexOf("\r\n\r\n");
  const [, length] = /\r\ncontent-length: (\d+)/i.exec(request) ?? [];
  return end >= 0 && request.length >= end + 4 + Number(length ?? 0);
}

/** Accepts HTTP/2 only. */
export async function startHttp2(): Promise<FaultyServer> {
  const server = createSecureServer({ ...(await certificateFor("localhost")), allowHTTP1: false });
  server.on("tlsClientError", () => {});
  server.on("request", (_, response) => response.end("ok"));
  return await serve(server as unknown as Server, "connection", () => {});
}

async function serve(
  server: Server,
  event: "connection" | "secureConnection",
  behave: (socket: Socket) => void,
): Promise<FaultyServer> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
  });
  server.on(event, (socket: Socket) => {
    socket.on("error", () => {});
    behave(socket);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `https://localhost:${port}/hooks`,
    heard: [],
    sentBytes: () => [...sockets].reduce((sum, socket) => sum + socket.bytesWritten, 0),
    stop: async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Writes `piece` repeatedly until the peer disconnects. */
export function drip(socket: Socket, piece: string, everyMs: number): void {
  const timer = setInterval(() => socket.write(piece), everyMs);
  socket.once("close", () => clearInterval(timer));
}

/** Writes as fast as the peer reads, up to `bytes`. */
export function flood(socket: Socket, bytes: number): void {
  const chunk = Buffer.alloc(64 * 1024, "x");
  let left = bytes;
  const more = () => {
    while (left > 0 && !socket.destroyed) {
      left -= chunk.length;
      if (!socket.write(chunk)) {
        socket.once("drain", more);
        return;
      }
    }
  };
  more();
}
