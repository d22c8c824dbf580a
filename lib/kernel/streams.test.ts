import assert from "node:assert/strict";
import { test } from "node:test";
import { streamOf, textStreamOf } from "./streams.ts";

test("text is generated only when it is read, piece by piece", async () => {
  const made: string[] = [];
  async function* pieces() {
    for (const piece of ["Łódź,", "1\r\n", "2"]) {
      made.push(piece);
      yield piece;
    }
  }
  const reader = textStreamOf(pieces()).getReader();
  assert.deepEqual(made, []);
  const { value } = await reader.read();
  assert.equal(Buffer.from(value!).toString(), "Łódź,");
  assert.deepEqual(made, ["Łódź,"]);
  assert.equal(Buffer.from((await reader.read()).value!).toString(), "1\r\n");
  assert.equal(Buffer.from((await reader.read()).value!).toString(), "2");
  assert.deepEqual(await reader.read(), { done: true, value: undefined });
});

test("a client that disconnects ends the generator", async () => {
  let ended = false;
  async function* pieces() {
    try {
      yield "a";
      yield "b";
    } finally {
      ended = true;
    }
  }
  const reader = textStreamOf(pieces()).getReader();
  await reader.read();
  await reader.cancel();
  assert.equal(ended, true);
});

test("a source that fails breaks the body, so that a cut file is not taken for a whole one", async () => {
  const body = streamOf({
    next: () => Promise.reject(new Error("the query failed")),
    cancel: async () => {},
  });
  await assert.rejects(new Response(body).text(), /the query failed/);
});
