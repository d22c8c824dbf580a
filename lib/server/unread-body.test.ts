import assert from "node:assert/strict";
import { createServer } from "node:http";
import { connect } from "node:net";
import { after, before, test } from "node:test";
import { closeIfUnread } from "./strict-http.ts";

const MIB = 2 ** 20;

const server = createServer(async (request, response) => {
  closeIfUnread(request, response);
  if (request.url === "/read") for await (const _ of request);
  response.writeHead(429, { "Content-Length": 2 });
  response.end("no");
});

before(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
after(() => {
  server.closeAllConnections();
  server.close();
});

/** The response head for a request of whose body only `sent` bytes arrive. */
async function headOf(path: string, header: string, sent: number | string): Promise<string> {
  const { port } = server.address() as { port: number };
  const socket = connect(port, "127.0.0.1");
  socket.write(`POST ${path} HTTP/1.1\r\nHost: a\r\n${header}\r\n\r\n`);
  socket.write(typeof sent === "string" ? sent : "x".repeat(sent));
  socket.setEncoding("utf8");
  let text = "";
  for await (const part of socket) {
    text += part;
    if (text.endsWith("\r\n\r\nno")) break;
  }
  socket.destroy();
  return text.split("\r\n\r\n")[0] ?? "";
}

test("a response before the end of a body over 1 MiB, or of unknown length, closes the connection", async () => {
  for (const [header, sent] of [
    [`Content-Length: ${MIB + 1}`, 1_000],
    [`Content-Length: ${64 * MIB}`, 0],
    ["Transfer-Encoding: chunked", "3\r\nabc\r\n"],
  ] as const) {
    const head = await headOf("/refused", header, sent);
    assert.match(head, /^HTTP\/1\.1 429 /, header);
    assert.match(head, /\r\nConnection: close/i, header);
  }
});

test("after a smaller body or a complete one the connection serves the next request", async () => {
  for (const [path, header, sent] of [
    ["/refused", `Content-Length: ${MIB}`, 1_000],
    ["/refused", "X-Nothing: 1", 0],
    ["/read", `Content-Length: ${MIB + 1}`, MIB + 1],
    ["/read", "Transfer-Encoding: chunked", "3\r\nabc\r\n0\r\n\r\n"],
  ] as const) {
    const head = await headOf(path, header, sent);
    assert.match(head, /^HTTP\/1\.1 429 /, header);
    assert.match(head, /\r\nConnection: keep-alive/i, `${path} ${header}`);
  }
});
