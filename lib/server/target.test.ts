import assert from "node:assert/strict";
import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { test } from "node:test";
import { isReadable, settleTarget } from "./strict-http.ts";

function settled(method: string, url: string, headers: string[] = ["Host", "a"]): string | null {
  const request = new IncomingMessage(new Socket());
  Object.assign(request, { method, url, httpVersion: "1.1", rawHeaders: headers });
  return settleTarget(request) ? (request.url ?? "") : null;
}

test("a target in absolute form becomes its path, whatever host it names", () => {
  assert.equal(settled("GET", "/test?a=1"), "/test?a=1");
  assert.equal(settled("GET", "http://evil.example/test?a=1"), "/test?a=1");
  assert.equal(settled("GET", "HTTPS://user@evil.example:99"), "/");
});

test("a target that is not a path, two Host headers and no Host header are refused", () => {
  assert.equal(settled("OPTIONS", "*"), "*");
  for (const url of ["*", "mailto:x", "evil.example:443", "http://", ""]) {
    assert.equal(settled("GET", url), null, url);
  }
  for (const headers of [[], ["Host", "a", "host", "b"], ["HOST", "a", "X", "b", "Host", "a"]]) {
    assert.equal(settled("GET", "/", headers), null, headers.join());
  }
  assert.equal(settled("GET", "/", ["X-A", "host", "Host", "a"]), "/", "a value is no name");
});

test("a path is readable if its escapes are text without NUL", () => {
  for (const path of ["/", "/test/a%20b", "/%e2%82%ac"]) assert.equal(isReadable(path), true, path);
  for (const path of ["/%zz", "/%ff", "/a%00", "/%"]) assert.equal(isReadable(path), false, path);
});
