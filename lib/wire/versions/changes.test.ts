import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { RESOURCES } from "#tools/golden/files.ts";
import {
  CHANGES,
  downgrade,
  downgradeParam,
  NEWEST_VERSION,
  RELEASED_VERSIONS,
  upgradeRequest,
  type VersionChange,
  type Wire,
} from "./index.ts";

const text = fc.string();
const orNull = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
const plain = { noNullPrototype: true };
const pairs = fc.dictionary(fc.oneof(text, fc.constantFrom("object", "decline")), text, plain);

/** Objects as the core makes them, in the newest shape, with every field and any valid value. */
const payment = fc
  .record({
    redirect_url: orNull(text),
    return_url: orNull(text),
    capture: fc.constantFrom("automatic", "manual"),
    decline: orNull(
      fc.record({ code: text, network_code: orNull(text), advice_code: orNull(text) }, plain),
    ),
    metadata: pairs,
    description: orNull(text),
  })
  .map((fields): Wire => ({ ...RESOURCES.payment!.succeeded!, ...fields }));
const refund = fc
  .record({ failure_reason: orNull(text), metadata: pairs, payment: fc.oneof(text, payment) })
  .map((fields): Wire => ({ ...RESOURCES.refund!.settled!, ...fields }));
const list = fc
  .record({ data: fc.array(fc.oneof(payment, refund)), next_cursor: orNull(text) })
  .map((fields): Wire => ({ ...RESOURCES.list!.empty!, ...fields }));
const event = fc
  .oneof(payment, refund)
  .map((data): Wire => ({ ...RESOURCES.event!.about_a_payment!, data }));
const delivery = event.map((one): Wire => ({ ...RESOURCES.delivery!.expanded!, event: one }));
const error = payment.map((one): Wire => ({ error: { code: "card_declined", payment: one } }));
const anything = fc.oneof(payment, refund, list, event, delivery, error);

type Leaf = [path: string, value: unknown];

/** Every value of an object by its dotted path; metadata counts as one value. */
function leavesOf(value: unknown, path = ""): Leaf[] {
  const isObject = value !== null && typeof value === "object" && !Array.isArray(value);
  if (!isObject || path === "metadata") return [[path, value]];
  return Object.entries(value).flatMap(([name, inner]) =>
    leavesOf(inner, path ? `${path}.${name}` : name),
  );
}

const covers = (field: string | null, path: string) =>
  field === path || field?.startsWith(`${path}.`) || false;

const KINDS = { payment, refund, list } as const;

/** Each change with each existing kind that it affects. */
const affected = CHANGES.flatMap((change) =>
  change.affects.objects.flatMap((kind) =>
    kind in KINDS ? [{ change, kind: KINDS[kind as keyof typeof KINDS] }] : [],
  ),
);

/** The newest shape reconstructed from an older one by the fields that the change declares. */
function restored(old: Wire, newer: Wire, change: VersionChange): Leaf[] {
  const values = new Map(leavesOf(old));
  return leavesOf(newer).map(([path, value]) => {
    const field = change.fields.find(({ after }) => covers(after, path));
    if (!field) return [path, values.get(path)];
    if (field.before === null) return [path, value];
    const said = [...values].find(([old]) => covers(field.before, old))?.[1];
    return [path, field.before === field.after ? value : said];
  });
}

test("an older shape loses nothing: the declared fields reconstruct the newer one", () => {
  assert.ok(affected.length >= CHANGES.length);
  for (const { change, kind } of affected) {
    fc.assert(
      fc.property(kind, (newer) => {
        const old = change.downgradeResponse(newer);
        assert.deepEqual(restored(old, newer, change), leavesOf(newer), change.title);
      }),
    );
  }
});

test("a change modifies exactly the fields that it declares", () => {
  for (const { change, kind } of affected) {
    fc.assert(
      fc.property(kind, (newer) => {
        const old = new Map(leavesOf(change.downgradeResponse(newer)));
        const now = new Map(leavesOf(newer));
        const declared = (path: string) =>
          change.fields.some(({ before, after }) => covers(before, path) || covers(after, path));
        for (const [path, value] of old) {
          if (!declared(path)) assert.deepEqual(now.get(path), value, path);
        }
        for (const [path] of now) if (!declared(path)) assert.ok(old.has(path), path);
        for (const { before, after } of change.fields) {
          if (before !== null && before !== after) {
            assert.ok(
              [...old.keys()].some((path) => covers(before, path)),
              `${before} is shown`,
            );
            assert.ok(!now.has(before), `${before} is gone`);
          }
        }
      }),
    );
  }
});

test("a downgrade never modifies its argument, equals several smaller steps, and is idempotent", () => {
  fc.assert(
    fc.property(anything, (newest) => {
      const before = JSON.stringify(newest);
      for (const [i, version] of RELEASED_VERSIONS.entries()) {
        const shown = downgrade(newest, version);
        assert.equal(JSON.stringify(newest), before);
        assert.deepEqual(downgrade(shown, version), shown);
        for (const later of RELEASED_VERSIONS.slice(i)) {
          assert.deepEqual(downgrade(downgrade(newest, later), version), shown);
        }
      }
    }),
  );
});

test("an object has the same shape alone, in a list, expanded, in an event and in an error", () => {
  fc.assert(
    fc.property(payment, fc.constantFrom(...RELEASED_VERSIONS), (one, version) => {
      const alone = downgrade(one, version);
      const at = (value: unknown) => downgrade(value, version) as never as Record<string, never>;
      assert.deepEqual(at({ object: "list", data: [one] }).data, [alone]);
      assert.deepEqual(at({ object: "refund", payment: one }).payment, alone);
      assert.deepEqual(at({ error: { payment: one } }).error, { payment: alone });
      const event = { object: "event", version: NEWEST_VERSION, data: one };
      const delivery = at({ object: "delivery", event });
      assert.deepEqual(delivery.event, { object: "event", version, data: alone });
    }),
  );
});

test("metadata and a receiver's headers are never changed, whatever their keys", () => {
  const pairsLikeOurs = { object: "payment", decline: "x", capture: "manual", redirect_url: "y" };
  fc.assert(
    fc.property(payment, pairs, (one, given) => {
      const own = { ...given, ...pairsLikeOurs };
      const shown = downgrade({ ...one, metadata: own }, "2025-04-01");
      assert.deepEqual(shown.metadata, own);
      const attempt = { request_headers: own, response_headers: own };
      const delivery = { object: "delivery", attempts: [attempt] };
      assert.deepEqual(downgrade(delivery, "2025-04-01"), delivery);
    }),
  );
});

const oldRequest = fc.record(
  {
    amount: fc.integer(),
    description: orNull(text),
    metadata: pairs,
    capture: fc.boolean(),
    redirect: fc.record({ return_url: text }, plain),
  },
  { requiredKeys: ["amount"], ...plain },
);

test("a payment in an old version shows the values of its request in that version", () => {
  fc.assert(
    fc.property(oldRequest, fc.boolean(), (said, isForm) => {
      const sent = isForm && "capture" in said ? { ...said, capture: String(said.capture) } : said;
      const before = JSON.stringify(sent);
      const newest = upgradeRequest("create_payment", sent, "2025-04-01", isForm);
      assert.equal(JSON.stringify(sent), before, "the request is not altered");
      assert.ok(!("redirect" in newest));
      const made = { ...RESOURCES.payment!.succeeded!, ...newest };
      const shown = downgrade(made, "2025-04-01");
      for (const [name, value] of Object.entries(said)) {
        const echo = name === "redirect" ? { url: null, ...(value as object) } : value;
        assert.deepEqual(shown[name], echo, name);
      }
    }),
  );
});

/** Calls that took the new name before the rename too, on which callers may rely. */
const TAKES_BOTH = new Set(["create_bank_payment", "create_subscription", "update_subscription"]);

test("before a rename a parameter has only its old name, and its new name is unknown", () => {
  for (const change of CHANGES) {
    for (const route of change.affects.requests) {
      const earlier = RELEASED_VERSIONS.filter((version) => version < change.date);
      for (const { before, after } of change.fields) {
        if (before === null || after === null || before === after) continue;
        if (downgradeParam(route, after, earlier[0]!) === after) continue;
        const [outer, ...inner] = before.split(".");
        const old = outer + inner.map((part) => `[${part}]`).join("");
        for (const version of earlier) assert.equal(downgradeParam(route, after, version), old);
        assert.equal(downgradeParam(route, after, change.date), after);
        const upgrade = () => upgradeRequest(route, { [after]: "x" }, earlier[0]!);
        if (TAKES_BOTH.has(route)) assert.deepEqual(upgrade(), { [after]: "x" });
        else assert.throws(upgrade, { code: "parameter_invalid", param: after });
        assert.ok(after in upgradeRequest(route, { [after]: "x" }, change.date));
      }
    }
  }
});

test("a boolean is a boolean in JSON and a string in a form", () => {
  const upgrade = (capture: unknown, isForm: boolean) =>
    upgradeRequest("create_payment", { capture }, "2025-04-01", isForm).capture;
  assert.deepEqual([upgrade(true, false), upgrade(false, false)], ["automatic", "manual"]);
  assert.deepEqual([upgrade("true", true), upgrade("false", true)], ["automatic", "manual"]);
  for (const [value, isForm] of [
    ["true", false],
    ["automatic", false],
    ["manual", true],
    [null, false],
    [{}, true],
  ] as const) {
    assert.throws(() => upgrade(value, isForm), { code: "parameter_invalid", param: "capture" });
  }
});
