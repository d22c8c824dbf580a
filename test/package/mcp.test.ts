import assert from "node:assert/strict";
import { test } from "node:test";
import { CommandLine } from "./command-line.ts";

const line = new CommandLine();
const { cli, json } = line;

type ToolShape = { name: string; annotations: { readOnlyHint: boolean } };
type Answers = Record<
  number,
  {
    result?: {
      protocolVersion?: string;
      isError?: boolean;
      tools?: ToolShape[];
      content?: Array<{ text: string }>;
    };
    error?: { code: number };
  }
>;

/** An exchange with the MCP server: the answers by the number of their request. */
async function exchange(args: string[], requests: object[], env: Record<string, string> = {}) {
  const lines = requests.map((request, id) => JSON.stringify({ jsonrpc: "2.0", id, ...request }));
  const { code, out, err } = await cli(["mcp", ...args], env, lines);
  assert.equal(code, 0, err);
  const answers = out.split("\n").map((line) => JSON.parse(line));
  return Object.fromEntries(answers.map((answer) => [answer.id, answer])) as Answers;
}
const use = (name: string, input: object) => ({
  method: "tools/call",
  params: { name, arguments: input },
});
const textOf = (answer: Answers[number] | undefined) => answer?.result?.content?.[0]?.text ?? "";

test("the MCP server offers reads, and writes where they are allowed", async () => {
  const hello = { method: "initialize", params: { protocolVersion: "2025-03-26" } };
  const list = { method: "tools/list" };
  const reads = await exchange(
    [],
    [hello, list, use("create_customer", {}), { method: "nonsense" }],
  );
  assert.equal(reads[0]?.result?.protocolVersion, "2025-03-26");
  const tools = reads[1]?.result?.tools ?? [];
  assert.ok(tools.length > 30);
  assert.ok(tools.every(({ annotations }) => annotations.readOnlyHint));
  assert.equal(
    tools.some(({ name }) => name === "read_listener"),
    false,
    "it answers with a secret",
  );
  assert.deepEqual([reads[2]?.error?.code, reads[3]?.error?.code], [-32602, -32601]);
  const writes = await exchange(["--allow-writes"], [list]);
  const names = (writes[0]?.result?.tools ?? []).map(({ name }) => name);
  assert.ok(names.includes("create_payment") && names.includes("list_payments"));
  assert.equal(names.includes("create_payment_method"), false, "it takes card data");
  const live = { PAYDESK_SECRET_KEY: line.till.keys.live.secret };
  assert.equal((await cli(["mcp", "--allow-writes"], live)).code, 2);
  assert.ok((await exchange(["--allow-live-writes"], [list], live))[0]?.result);
});

test("an MCP tool calls the service; its errors and secrets are told as they should", async () => {
  const customer = await json("customers", "create", "--name", "Ada");
  const answers = await exchange(
    ["--allow-writes"],
    [
      use("read_customer", { customer_id: customer.id }),
      use("read_customer", { customer_id: "cus_none" }),
      use("read_customer", {}),
      use("create_webhook_endpoint", { url: "https://shop.example/m", events: ["*"] }),
      use("create_plan", {
        name: "Team",
        amount: 900,
        currency: "EUR",
        interval: "month",
        idempotency_key: "p1",
      }),
      use("create_plan", {
        name: "Team",
        amount: 900,
        currency: "EUR",
        interval: "month",
        idempotency_key: "p1",
      }),
    ],
  );
  assert.equal(JSON.parse(textOf(answers[0])).name, "Ada");
  assert.equal(JSON.parse(textOf(answers[1])).error.code, "resource_missing");
  assert.equal(answers[1]?.result?.isError, true);
  assert.match(textOf(answers[2]), /customer_id is required/);
  assert.equal(JSON.parse(textOf(answers[3])).secret, "(not shown)");
  assert.equal(JSON.parse(textOf(answers[4])).id, JSON.parse(textOf(answers[5])).id);
});
