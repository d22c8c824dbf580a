import assert from "node:assert/strict";
import type { LookupAddress } from "node:dns";
import { createServer } from "node:net";
import { test } from "node:test";
import { steadyLookup, steadySocket } from "./steady-socket.ts";

const ADDRESS: LookupAddress = { address: "192.0.2.7", family: 4 };
const failure = (code: string) => Object.assign(new Error(code), { code });

/** Calls a lookup as a socket does. */
const resolve = (lookup: ReturnType<typeof steadyLookup>) =>
  new Promise<unknown>((done, reject) => {
    lookup("db.example", { all: true }, (error, found) => (error ? reject(error) : done(found)));
  });

/** A name server whose answers are set, and counted. */
function names() {
  const state = { asked: 0, answer: (): Promise<LookupAddress[]> => Promise.resolve([ADDRESS]) };
  const lookup = steadyLookup(() => {
    state.asked++;
    return state.answer();
  }, 50);
  return { state, lookup };
}

test("a name keeps its last addresses while the name server fails or is silent", async () => {
  const { state, lookup } = names();
  assert.deepEqual(await resolve(lookup), [ADDRESS]);
  state.answer = () => Promise.reject(failure("EAI_AGAIN"));
  assert.deepEqual(await resolve(lookup), [ADDRESS]);
  state.answer = () => new Promise(() => {});
  assert.deepEqual(await resolve(lookup), [ADDRESS]);
});

test("a silent name server is asked for a name once at a time", async () => {
  const { state, lookup } = names();
  await resolve(lookup);
  state.answer = () => new Promise(() => {});
  await Promise.all([resolve(lookup), resolve(lookup), resolve(lookup)]);
  await resolve(lookup);
  assert.equal(state.asked, 2);
});

test("a name that a name server answers is used with its new addresses, and one that it does not know fails", async () => {
  const { state, lookup } = names();
  await resolve(lookup);
  const moved = { address: "192.0.2.8", family: 4 };
  state.answer = () => Promise.resolve([moved]);
  assert.deepEqual(await resolve(lookup), [moved]);
  state.answer = () => Promise.reject(failure("ENOTFOUND"));
  await assert.rejects(resolve(lookup), /ENOTFOUND/);
});

test("a name without an earlier address fails as the name server does", async () => {
  const { state, lookup } = names();
  state.answer = () => Promise.reject(failure("EAI_AGAIN"));
  await assert.rejects(resolve(lookup), /EAI_AGAIN/);
});

test("the socket connects to a host's name", async (t) => {
  const server = createServer((socket) => socket.end());
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  t.after(() => server.close());
  const { port } = server.address() as { port: number };
  const socket = steadySocket();
  await new Promise((connected, reject) => {
    socket.once("connect", connected).once("error", reject);
    socket.connect(port, "localhost");
  });
  socket.destroy();
});
