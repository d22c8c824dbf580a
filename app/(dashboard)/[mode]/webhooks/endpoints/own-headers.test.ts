import assert from "node:assert/strict";
import { test } from "node:test";
import { headersToSend, NO_HEADERS } from "./own-headers.ts";

test("lines become headers, and removed names get an empty value", () => {
  assert.equal(headersToSend(NO_HEADERS), undefined);
  assert.deepEqual(
    headersToSend({ lines: "X-Api-Key: a:b c \n\n  x-tenant:blue", removed: ["x-old"] }),
    { "x-old": "", "X-Api-Key": "a:b c", "x-tenant": "blue" },
  );
});

test("a line without a name or a value is refused, and its text is not repeated", () => {
  for (const lines of ["secret-value", "x-a:", ": b", "x a: b"]) {
    assert.throws(
      () => headersToSend({ lines, removed: [] }),
      (error: Error & { param?: string }) =>
        error.param === "headers" && !error.message.includes("secret-value"),
      lines,
    );
  }
});
