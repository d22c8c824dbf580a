import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import fc from "fast-check";
import { notifyDispatcher } from "#lib/domain/events/index.ts";
import {
  type Delivery,
  deleteEndpoint,
  listDeliveries,
  updateEndpoint,
} from "#lib/domain/webhooks/index.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { clearQueue } from "#test/hook-rows.ts";
import { cutLanes, emitPaid, endpointAt } from "#test/lanes.ts";
import { createMerchant } from "#test/merchant.ts";
import { startReceiver } from "#test/receiver.ts";
import type { Loop } from "../repeat.ts";
import { startDispatch } from "./dispatch.ts";

const stops: Array<() => Promise<void>> = [];
beforeEach(clearQueue);
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

function start(): Loop {
  const loop = startDispatch({ renderEventBody: ({ id, data }) => JSON.stringify({ id, data }) });
  stops.push(loop.stop);
  return loop;
}

test("nothing is lost or sent to the wrong endpoint while workers come, go and lose their connections", async () => {
  const actions = fc.array(
    fc.constantFrom(
      "emit",
      "emit",
      "emit",
      "emit",
      "start",
      "stop",
      "cut",
      "add",
      "disable",
      "enable",
      "delete",
      "hiccup",
    ),
    { minLength: 30, maxLength: 50 },
  );
  await fc.assert(
    fc.asyncProperty(actions, async (all) => {
      const owner = (await createMerchant()).ctx.test;
      const { url, received, reply, stop } = await startReceiver();
      stops.push(stop);
      const endpoints = new Map<Id<"we">, "enabled" | "disabled" | "deleted">();
      const add = async () => {
        const path = `/${endpoints.size}`;
        endpoints.set(await endpointAt(url + path, owner), "enabled");
      };
      /** The endpoints that were not deleted at each event's commit. */
      const wanted = new Map<string, Id<"we">[]>();
      const loops: Loop[] = [];
      const idOf = (status: string) => [...endpoints].find(([, now]) => now === status)?.[0];
      const run: Record<string, () => Promise<unknown>> = {
        emit: async () => {
          const ids = [...endpoints].filter(([, now]) => now !== "deleted").map(([id]) => id);
          wanted.set(await emitPaid(owner), ids);
        },
        start: async () => loops.length < 3 && loops.push(start()),
        stop: async () => await loops.shift()?.stop(),
        cut: cutLanes,
        add,
        disable: async () => {
          const id = idOf("enabled");
          if (!id) return;
          await updateEndpoint(owner, id, { status: "disabled" });
          endpoints.set(id, "disabled");
        },
        enable: async () => {
          const id = idOf("disabled");
          if (!id) return;
          await updateEndpoint(owner, id, { status: "enabled", sendHeld: true });
          endpoints.set(id, "enabled");
        },
        delete: async () => {
          const id = endpoints.size > 2 ? idOf("enabled") : undefined;
          if (!id) return;
          await deleteEndpoint(owner, id);
          endpoints.set(id, "deleted");
        },
        hiccup: async () => {
          reply({ status: 200, delayMs: 150 });
        },
      };
      await add();
      for (const action of all) await run[action]!();
      while (idOf("disabled")) await run.enable!();
      reply({ status: 200 });
      if (loops.length === 0) loops.push(start());
      const over = new Set(["delivered", "canceled"]);
      let items: Delivery[] = [];
      const ends = performance.now() + 25_000;
      do {
        notifyDispatcher();
        await new Promise((resolve) => setTimeout(resolve, 25));
        items = (await listDeliveries(owner, { limit: 1_000 })).items;
      } while (!items.every(({ status }) => over.has(status)) && performance.now() < ends);

      const pairs = [...wanted].flatMap(([event, ids]) => ids.map((id) => `${event} ${id}`));
      assert.deepEqual(
        items.map((item) => `${item.eventId} ${item.endpointId}`).sort(),
        pairs.sort(),
      );
      for (const item of items) {
        const isDeleted = endpoints.get(item.endpointId) === "deleted";
        assert.ok(item.status === "delivered" || isDeleted, `${item.id} is ${item.status}`);
      }
      const order = [...endpoints.keys()];
      const arrived = received.map(
        (got) => `${got.headers["service-event-id"]} ${order[Number(got.path.split("/").at(-1))]}`,
      );
      assert.deepEqual(
        arrived.filter((pair) => !pairs.includes(pair)),
        [],
      );
      const delivered = items.filter(({ status }) => status === "delivered");
      const heard = new Set(arrived);
      assert.ok(delivered.every((item) => heard.has(`${item.eventId} ${item.endpointId}`)));
      for (const loop of loops) await loop.stop();
    }),
    // A failing run takes half a minute, so it is not shrunk.
    { numRuns: 4, endOnFailure: true },
  );
});
