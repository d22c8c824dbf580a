import { connect, type Socket } from "node:net";
import { apiApp } from "#lib/api/app.ts";
import { settingsFrom } from "#lib/kernel/env.ts";
import { createFront } from "#lib/server/front.ts";
import { createReadiness } from "#lib/server/readiness.ts";
import { dashboardApp } from "#test/dashboard-app.ts";

export type Web = { port: number; stop(): Promise<void> };

/** The listener of the web process without screens, on its own port. */
export async function startWeb(): Promise<Web> {
  const server = createFront({
    settings: settingsFrom({}),
    api: apiApp,
    dashboard: dashboardApp,
    hosted: apiApp,
    plainHttp: apiApp,
    malformed: () => new Response(null, { status: 400 }),
    screens: (_, response) => response.end(),
    readiness: createReadiness(async () => null),
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as { port: number }).port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Sends a GET on its own connection; the caller decides when to read the bytes. */
export function openGet(
  port: number,
  path: string,
  headers: Record<string, string>,
  version = "1.1",
): Socket {
  const socket = connect(port, "127.0.0.1");
  const lines = Object.entries({ Host: "localhost", Connection: "close", ...headers });
  socket.write(
    `GET ${path} HTTP/${version}\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`,
  );
  return socket;
}

export type RawAnswer = {
  status: number;
  headers: Map<string, string>;
  body: Buffer;
  trailers: Map<string, string>;
};

/** Reads a connection to its end and returns the response with chunks and trailers as sent. Throws if a chunked
 *  body is truncated. */
export async function readRaw(socket: Socket): Promise<RawAnswer> {
  const pieces: Buffer[] = [];
  for await (const piece of socket) pieces.push(piece as Buffer);
  const bytes = Buffer.concat(pieces);
  const end = bytes.indexOf("\r\n\r\n");
  const [first = "", ...lines] = bytes.subarray(0, end).toString().split("\r\n");
  const headers = fieldsOf(lines);
  const rest = bytes.subarray(end + 4);
  const status = Number(first.split(" ")[1]);
  if (headers.get("transfer-encoding") !== "chunked") {
    return { status, headers, body: rest, trailers: new Map() };
  }
  const chunks: Buffer[] = [];
  for (let at = 0; ; ) {
    const line = rest.indexOf("\r\n", at);
    const size = line < 0 ? Number.NaN : Number.parseInt(rest.subarray(at, line).toString(), 16);
    if (Number.isNaN(size)) throw new Error("the body is truncated");
    if (size === 0) {
      const trailers = fieldsOf(
        rest
          .subarray(line + 2)
          .toString()
          .split("\r\n"),
      );
      return { status, headers, body: Buffer.concat(chunks), trailers };
    }
    chunks.push(rest.subarray(line + 2, line + 2 + size));
    at = line + 2 + size + 2;
  }
}

function fieldsOf(lines: readonly string[]): Map<string, string> {
  return new Map(
    lines.filter(Boolean).map((line) => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
}
