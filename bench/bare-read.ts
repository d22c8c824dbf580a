// The limit of reading a payment: `node:http` and the same prepared query, and nothing else.

import { createServer } from "node:http";
import { runPrepared } from "#db/client.ts";
import { PAYMENT_COLUMNS } from "#lib/domain/payments/read-store.ts";
import { env } from "#lib/kernel/env.ts";

const FIND = `select ${PAYMENT_COLUMNS} from payments p
  where p.account_id = $1 and p.id = $2 and p.mode = $3`;
const account = process.argv[2] ?? "";

createServer(async (request, response) => {
  const id = request.url?.slice("/v1/payments/".length) ?? "";
  const [row] = await runPrepared("bare.find", FIND, [account, id, "test"]);
  const body = JSON.stringify(row, (_, value) =>
    typeof value === "bigint" ? Number(value) : value,
  );
  response.writeHead(row ? 200 : 404, {
    "Content-Type": "application/json",
    "Content-Length": Buffer.byteLength(body),
  });
  response.end(body);
}).listen(env.port, "127.0.0.1", () => process.send?.("ready"));
