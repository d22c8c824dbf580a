import assert from "node:assert/strict";
import { test } from "node:test";
import { fillPath, internalPath, makeClient, RequestFailed, read, readsOf } from "./client.ts";

function answering(status: number, body: string, seen: { path: string; init: RequestInit }[] = []) {
  return makeClient(async (path, init) => {
    seen.push({ path, init });
    return new Response(status === 204 ? null : body, {
      status,
      headers: { "service-request-id": "req_header" },
    });
  });
}

test("empty parameters are left out of the address", () => {
  const params = { status: "failed", after: "", before: null, limit: 25, live: undefined };
  assert.equal(
    internalPath("/test/payments", params),
    "/internal/test/payments?status=failed&limit=25",
  );
});

test("path parameters are encoded, so that a value cannot change the path", () => {
  const path = "/:mode/payments/:id";
  assert.equal(fillPath(path, { mode: "test", id: "pay_1" }), "/test/payments/pay_1");
  assert.equal(fillPath(path, { mode: "test", id: "../a?b" }), "/test/payments/..%2Fa%3Fb");
});

test("the key of a read is its path and query, and the filter of a path is the start of that key", () => {
  const { queryKey } = read("/:mode/payments", { mode: "test" }, { status: "failed" });
  assert.deepEqual(queryKey, ["internal", "/test/payments", { status: "failed" }]);
  assert.deepEqual(readsOf("/:mode/payments", { mode: "test" }).queryKey, queryKey.slice(0, 2));
});

test("every write has the header that another site cannot send; a read does not", async () => {
  const seen: { path: string; init: RequestInit }[] = [];
  const client = answering(200, "{}", seen);
  await client.get("/session");
  await client.post("/session", {}, { email: "a@b.example", password: "p" });
  await client.delete("/session");
  const marks = seen.map(({ init }) => new Headers(init.headers).get("x-paydesk-request"));
  assert.deepEqual(marks, [null, "1", "1"]);
  assert.equal(seen[1]?.init.body, '{"email":"a@b.example","password":"p"}');
});

test("a refusal keeps its code, field and request id", async () => {
  const error = {
    code: "parameter_invalid",
    message: "Too much",
    param: "amount",
    request_id: "req_1",
  };
  const refused = answering(400, JSON.stringify({ error })).post(
    "/:mode/payouts/:id/cancel",
    { mode: "test", id: "po_1" },
    { attempt: "" },
  );
  await assert.rejects(refused, (thrown) => {
    assert.ok(thrown instanceof RequestFailed);
    const { status, code, message, param, requestId } = thrown;
    assert.deepEqual(
      { status, code, message, param, requestId },
      {
        status: 400,
        code: "parameter_invalid",
        message: "Too much",
        param: "amount",
        requestId: "req_1",
      },
    );
    return true;
  });
});

test("an answer that is not JSON is still a failure with the request id to quote", async () => {
  await assert.rejects(answering(502, "<html>").get("/session"), (thrown) => {
    assert.ok(thrown instanceof RequestFailed);
    assert.equal(thrown.requestId, "req_header");
    assert.equal(thrown.code, "gateway_error");
    return true;
  });
});

test("an empty success is undefined", async () => {
  assert.equal(await answering(204, "").delete("/session"), undefined);
});
