import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { getPool } from "#db/client.ts";
import { checkTable, memberOfEachRole } from "#test/action-table.ts";
import { deliveryRow, endpointRow, eventRow } from "#test/hook-rows.ts";
import { openWorld, type World } from "#test/internal-routes/index.ts";

let world: World;
let visitors: Awaited<ReturnType<typeof memberOfEachRole>>;
before(async () => {
  world = await openWorld();
  visitors = await memberOfEachRole(world.merchant);
});
after(() => world.receiver.stop());

test("a delivery's view allows a replay where its route accepts one, for every role", async () => {
  const delivery =
    (status: "pending" | "failed", endpoint: object = {}) =>
    async () => {
      const to = await endpointRow(world.merchant, endpoint);
      return await deliveryRow(world.merchant, await eventRow(world.merchant), to, { status });
    };
  const allowed = await checkTable(visitors, {
    path: "/test/deliveries",
    permissions: { replay: "manage_webhooks" },
    press: { replay: ["/replay"] },
    states: {
      pending: delivery("pending"),
      failed: delivery("failed"),
      endpoint_disabled: delivery("failed", { status: "disabled" }),
      endpoint_deleted: delivery("failed", { deletedAt: new Date() }),
    },
  });
  assert.deepEqual(allowed, {
    pending: [],
    failed: ["replay"],
    endpoint_disabled: [],
    endpoint_deleted: [],
  });
});

test("a key's view allows what its routes accept, for every role", async () => {
  const revoked = async () => {
    const id = await world.key();
    assert.equal((await world.owner.post(`/test/keys/${id}/revoke`)).status, 200);
    return id;
  };
  const made = await world.key();
  const { allowedActions, ...rest } = (await world.owner.get(`/test/keys/${made}`)).body;
  assert.ok(allowedActions.rotate.allowed && rest.key.id === made);
  const allowed = await checkTable(visitors, {
    path: "/test/keys",
    permissions: { rotate: "manage_keys", revoke: "manage_keys" },
    press: { rotate: ["/rotate"], revoke: ["/revoke"] },
    states: { active: world.key, revoked },
  });
  assert.deepEqual(allowed, { active: ["rotate", "revoke"], revoked: [] });
});

test("a replay's view allows what its routes accept, for every role", async () => {
  const steered =
    (...steps: string[]) =>
    async () => {
      const id = await world.replay();
      for (const step of steps) {
        assert.equal((await world.owner.post(`/test/replays/${id}/${step}`)).status, 200);
      }
      return id;
    };
  const allowed = await checkTable(visitors, {
    path: "/test/replays",
    permissions: { pause: "manage_webhooks", resume: "manage_webhooks", cancel: "manage_webhooks" },
    press: { pause: ["/pause"], resume: ["/resume"], cancel: ["/cancel"] },
    states: { running: steered(), paused: steered("pause"), canceled: steered("cancel") },
  });
  assert.deepEqual(allowed, {
    running: ["pause", "cancel"],
    paused: ["resume", "cancel"],
    canceled: [],
  });
});

test("an endpoint's view allows what its routes accept, for every role", async () => {
  const inStatus = (status: "enabled" | "disabled") => () =>
    endpointRow(world.merchant, { url: world.receiver.url, status });
  const permission = "manage_webhooks";
  const allowed = await checkTable(visitors, {
    path: "/test/endpoints",
    permissions: {
      test: permission,
      edit: permission,
      enable: permission,
      disable: permission,
      rotate: permission,
      endOverlap: permission,
      delete: permission,
    },
    press: {
      test: ["/test"],
      edit: ["", { description: "Orders" }],
      enable: ["", { status: "enabled" }],
      disable: ["", { status: "disabled" }],
      rotate: ["/rotate"],
      endOverlap: ["/end-overlap"],
      delete: ["/delete"],
    },
    states: { enabled: inStatus("enabled"), disabled: inStatus("disabled") },
  });
  const always = ["edit", "enable", "disable", "rotate", "endOverlap", "delete"];
  assert.deepEqual(allowed, { enabled: ["test", ...always], disabled: always });
});

test("a batch's view allows a decision where its routes accept one, for every role", async () => {
  const decided = (verb: string) => async () => {
    const id = await world.waitingBatch();
    const press = { attempt: randomUUID() };
    assert.equal((await world.owner.post(`/test/payout-batches/${id}/${verb}`, press)).status, 200);
    return id;
  };
  const allowed = await checkTable(visitors, {
    path: "/test/payout-batches",
    permissions: { approve: "pay_out", refuse: "pay_out" },
    press: { approve: ["/approve"], refuse: ["/refuse"] },
    states: {
      waiting: world.waitingBatch,
      own: async () => {
        const id = await world.waitingBatch();
        // As if everyone had made it together.
        const text = `update payout_approvals set excluded =
          (select array_agg(user_id) from members where account_id = $1) where id = $2`;
        await getPool().query(text, [world.merchant.account.id, id]);
        return id;
      },
      without: world.batch,
      approved: decided("approve"),
      refused: decided("refuse"),
    },
  });
  assert.deepEqual(allowed, {
    waiting: ["approve", "refuse"],
    own: [],
    without: [],
    approved: [],
    refused: [],
  });
});
