// A real Prometheus watches a real installation: the dashboard's queries find something, and faults of processes, deliveries
// and what is beside them make their alerts fire and stop.

// Runs alone: its processes use a PostgreSQL of their own, which it stops.

import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { createEndpoint } from "#lib/domain/webhooks/index.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { type Receiver, startReceiver } from "#test/receiver.ts";
import { outage } from "#test/replay-rows.ts";
import { watchFaults } from "./faults.ts";
import { readQueries } from "./rules.ts";
import { until } from "./support.ts";
import { run } from "./watched.ts";

const { watched, prometheus, plays } = watchFaults();
let receiver: Receiver;
let endpoint: Id<"we">;

before(async () => {
  receiver = await startReceiver();
  const { ctx } = watched().merchant;
  endpoint = (await createEndpoint(ctx.test, { url: receiver.url, events: ["*"] })).endpoint.id;
});
after(() => receiver?.stop());

test("no query of the dashboard is empty or an error", async () => {
  const hasValue = async (expr: string) => {
    const series = await prometheus().query(expr);
    return series.some(({ value: [, text] }) => Number.isFinite(Number(text)));
  };
  for (const { panel, expr } of readQueries()) {
    await until(`a value of "${panel}": ${expr}`, async () => {
      // More reads than an account may make.
      if (expr.includes("rate_limited")) {
        await Promise.all(
          Array.from({ length: 150 }, () => watched().call("/v1/payments/pay_missing")),
        );
      }
      if (await hasValue(expr)) return true;
      await sleep(500);
      return false;
    });
  }
});

plays("a worker is killed", ["WorkerDown", "NoWorker", "DeliveriesLate", "SealBehind"], {
  begin: () => watched().processes.worker.kill(),
  end: () => watched().restartWorker(),
});

/** Puts first attempts into the queue that are due now. */
async function fillQueue(count: number): Promise<void> {
  await outage(watched().merchant, endpoint, count, { status: "held" });
  await run(
    `update deliveries set status = 'pending', next_attempt_at = now()
      where account_id = $1 and endpoint_id = $2 and status = 'held'`,
    [watched().merchant.account.id, endpoint],
  );
}

plays("work piles up without a worker", ["QueueGrowing"], {
  begin: async () => {
    await watched().processes.worker.kill();
    await fillQueue(2_500);
  },
  end: () => watched().restartWorker(),
});

plays("an endpoint that does not answer has a backlog", ["EndpointBacklog"], {
  begin: async () => {
    receiver.reply("hang");
    await run("update webhook_endpoints set failing_since = now() where id = $1", [endpoint]);
    await fillQueue(6_000);
  },
  end: async () => receiver.reply({ status: 200 }),
});

plays("Redis stops, and a process cannot write its log", ["RedisAway", "LogLost"], {
  begin: () => watched().stopRedis(),
  end: () => watched().startRedis(),
});

plays("the rail is gone", ["RailFailing", "ServerErrors"], {
  begin: () => watched().stopRail(),
  end: () => watched().startRail(),
});
