import assert from "node:assert/strict";
import { test } from "node:test";
import { makeParser } from "./event-stream.ts";

test("messages are parsed whole however the chunks split them, and heartbeats are skipped", () => {
  const text = "id: a-1\ndata:\n\n:\n\nid: a-2\ndata: payment,delivery\n\n";
  for (const size of [1, 2, 5, 7, text.length]) {
    const parse = makeParser();
    const messages = [];
    for (let at = 0; at < text.length; at += size)
      messages.push(...parse(text.slice(at, at + size)));
    assert.deepEqual(messages, [
      { id: "a-1", data: "" },
      { id: "a-2", data: "payment,delivery" },
    ]);
  }
});
