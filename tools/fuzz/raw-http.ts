import assert from "node:assert/strict";
import { request as httpRequest, type Server } from "node:http";
import { connect } from "node:net";
import { apiApp } from "#lib/api/app.ts";
import { toErrorResponse } from "#lib/api/pipeline/respond.ts";
import { settingsFrom } from "#lib/kernel/env.ts";
import { ApiError } from "#lib/kernel/errors.ts";
import { newId } from "#lib/kernel/ids.ts";
import { NEWEST_VERSION } from "#lib/kernel/versions.ts";
import { createFront } from "#lib/server/front.ts";
import { createReadiness } from "#lib/server/readiness.ts";
import { assertErrorShape } from "#test/contract.ts";
import type { Answered } from "./oracles.ts";
import type { RawCase } from "./raw-cases.ts";
import type { Planned } from "./requests.ts";
import { inProcess } from "./run-fuzz.ts";

const SILENCE_MS = 4_000;

/** The web process's listener on its own port, with the API behind it. */
export async function openFront(): Promise<{ port: number; close(): void }> {
  const refuse = (error: ApiError) =>
    toErrorResponse({ requestId: newId("req"), version: NEWEST_VERSION }, error);
  const nothing = { fetch: () => new Response("no such page", { status: 404 }) };
  const server: Server = createFront({
    settings: settingsFrom({}),
    api: apiApp,
    dashboard: nothing,
    hosted: nothing,
    plainHttp: nothing,
    malformed: (why) =>
      why === "headers_too_large"
        ? refuse(new ApiError("request_too_large", "The request's headers are too large."))
        : refuse(new ApiError("parameter_invalid", "The body or head cannot be read.")),
    screens: (_, response) => response.writeHead(404).end("no such screen"),
    readiness: createReadiness(async () => null),
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    port: (server.address() as { port: number }).port,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Sends a request as another program would: through a socket and Node's parser. */
export function overHttp(port: number) {
  return async (planned: Planned): Promise<Answered> => {
    const { method, path, body } = planned;
    // Node's client sends no Content-Length for methods without a body.
    const length = body === null ? {} : { "Content-Length": String(Buffer.byteLength(body)) };
    const headers = { ...planned.headers, ...length };
    // Everything else on this port is a screen.
    if (!path.startsWith("/v1")) return await inProcess(planned);
    const started = performance.now();
    return await new Promise((resolve, reject) => {
      const options = { host: "127.0.0.1", port, method, path: ascii(path), headers, agent: false };
      const request = httpRequest(options, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk) => chunks.push(chunk));
        response.on("end", () => {
          const answered = new Headers();
          for (const [name, value] of Object.entries(response.headersDistinct)) {
            for (const one of value ?? []) answered.append(name, one);
          }
          const ms = performance.now() - started;
          const text = Buffer.concat(chunks).toString();
          resolve({ status: response.statusCode ?? 0, headers: answered, text, ms });
        });
      });
      request.on("error", reject);
      request.end(body ?? undefined);
    });
  };
}

/** Escapes characters that a URL cannot contain, as a browser does. */
const ascii = (path: string) => path.replace(/[^\x21-\x7e]/g, (char) => encodeURIComponent(char));

/** Writes bytes into a socket and checks every response against the rules. */
export async function sendRaw(port: number, { kind, pieces }: RawCase): Promise<number[]> {
  const answer = await talk(port, pieces);
  const statuses: number[] = [];
  for (let rest = answer; rest !== ""; ) {
    const { status, head, body, after } = readAnswer(rest);
    statuses.push(status);
    rest = after;
    if (status === 100) continue;
    assert.ok(status < 500, `${kind} answers ${status}`);
    if (status < 400 || /no such (page|screen)/.test(body)) continue;
    const parsed: unknown = JSON.parse(body);
    assertErrorShape(parsed);
    assert.ok(head.includes(parsed.error.request_id), "the id of the request is in the headers");
  }
  return statuses;
}

async function talk(port: number, pieces: RawCase["pieces"]): Promise<string> {
  return await new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
    const chunks: Buffer[] = [];
    const done = () => resolve(Buffer.concat(chunks).toString("latin1"));
    socket.setTimeout(SILENCE_MS, () => reject(new Error("the server says nothing more")));
    socket.on("data", (chunk: Buffer) => chunks.push(chunk));
    socket.on("end", () => socket.end());
    socket.on("close", done);
    // The server refused and closed while we were writing; its first response counts.
    socket.on("error", () => {});
    socket.setNoDelay(true);
    const write = (at: number): void => {
      const piece = pieces[at];
      if (piece === undefined || socket.destroyed) socket.end();
      else socket.write(piece, () => setImmediate(write, at + 1));
    };
    socket.on("connect", () => write(0));
  });
}

function readAnswer(bytes: string) {
  const split = bytes.indexOf("\r\n\r\n");
  assert.ok(split > 0 && bytes.startsWith("HTTP/1.1 "), `no answer: ${bytes.slice(0, 80)}`);
  const head = bytes.slice(0, split);
  const status = Number(head.slice(9, 12));
  const rest = bytes.slice(split + 4);
  const length = /^content-length: *(\d+)/im.exec(head)?.[1];
  if (length !== undefined) {
    const body = Buffer.from(rest.slice(0, Number(length)), "latin1").toString();
    return { status, head, body, after: rest.slice(Number(length)) };
  }
  if (status === 100 || status === 204 || status === 304)
    return { status, head, body: "", after: rest };
  const { body, after } = readChunks(rest);
  return { status, head, body, after };
}

function readChunks(rest: string): { body: string; after: string } {
  let body = "";
  for (let at = 0; ; ) {
    const line = rest.indexOf("\r\n", at);
    const size = Number.parseInt(rest.slice(at, line), 16);
    if (line < 0 || Number.isNaN(size)) return { body: rest, after: "" };
    body += rest.slice(line + 2, line + 2 + size);
    at = line + 2 + size + 2;
    if (size === 0) return { body: Buffer.from(body, "latin1").toString(), after: rest.slice(at) };
  }
}
