import assert from "node:assert/strict";
import { test } from "node:test";
import { type DatabaseAddress, readDatabaseAddress } from "./database-address.ts";

const read = (text: string, use: "write" | "read" = "write") => readDatabaseAddress(text, use);
const addressOf = (text: string, use: "write" | "read" = "write"): DatabaseAddress => {
  const found = read(text, use);
  if (typeof found === "string") assert.fail(found);
  return found;
};

test("an address with several hosts is one address per server, in their order", () => {
  const { servers, searches } = addressOf(
    "postgres://pay:s%40cret@db1:5433,db2,[::1]:6000/paydesk?target_session_attrs=read-write&ssl=true",
  );
  assert.equal(searches, true);
  assert.deepEqual(servers, [
    { name: "db1:5433", url: "postgres://pay:s%40cret@db1:5433/paydesk?ssl=true" },
    { name: "db2:5432", url: "postgres://pay:s%40cret@db2/paydesk?ssl=true" },
    { name: "[::1]:6000", url: "postgres://pay:s%40cret@[::1]:6000/paydesk?ssl=true" },
  ]);
});

test("several hosts are searched for the one that accepts writes also when the address does not say so", () => {
  assert.equal(addressOf("postgresql://u@a,b/db").searches, true);
});

test("an address with one host stays as it is and is not searched, unless it asks for a server that accepts writes", () => {
  const plain = "postgres://u:p@db.internal/paydesk?sslmode=require";
  assert.deepEqual(addressOf(plain), {
    servers: [{ name: "db.internal:5432", url: plain }],
    searches: false,
  });
  const socket = "postgres:///paydesk?host=/var/run/postgresql";
  assert.deepEqual(addressOf(socket).servers, [{ name: "/var/run/postgresql", url: socket }]);
  const asked = addressOf("postgres://u@vip:5432/db?target_session_attrs=primary");
  assert.deepEqual(asked, {
    servers: [{ name: "vip:5432", url: "postgres://u@vip:5432/db" }],
    searches: true,
  });
});

test("a wrong address is refused with what it must be, and nothing of its password", () => {
  const wrong: ReadonlyArray<readonly [text: string, why: RegExp]> = [
    ["mysql://u:hunter2@a,b/db", /beginning with postgres:/],
    ["postgres://u:hunter2@a,b:99999/db", /port from 1 to 65535/],
    ["postgres://u:hunter2@a,b:0/db", /port from 1 to 65535/],
    ["postgres://u:hunter2@a,/db", /list its hosts/],
    ["postgres://u:hunter2@a, b/db", /list its hosts/],
    ["postgres://u:hunter2@a:x,b/db", /list its hosts/],
    ["postgres://u:hunter2@a,a:5432/db", /name a server twice/],
    ["postgres://u:hunter2@a,b/db?port=5433", /beside several hosts/],
    ["postgres://u:hunter2@a,b/db?target_session_attrs=any", /target_session_attrs=read-write/],
    ["postgres://u:hunter2@a,b/db?target_session_attrs=standby", /it is for writes/],
    ["postgres://u:hunter2@a:99999/db", /such as postgres:/],
  ];
  for (const [text, why] of wrong) {
    const problem = read(text);
    if (typeof problem !== "string") assert.fail(`${text} is accepted`);
    assert.match(problem, why, text);
    assert.doesNotMatch(problem, /hunter2/);
  }
});

test("an address for reads takes standbys only", () => {
  assert.equal(
    addressOf("postgres://u@a,b/db?target_session_attrs=standby", "read").searches,
    true,
  );
  assert.match(
    read("postgres://u@a/db?target_session_attrs=read-write", "read") as string,
    /reads from standbys/,
  );
});
