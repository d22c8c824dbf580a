import assert from "node:assert/strict";
import { test } from "node:test";
import { defineCounter, defineTiming } from "#lib/kernel/figures.ts";
import { publishedReadings, type Reading } from "#lib/kernel/readings.ts";
import { expose } from "./exposition.ts";

const published = (name: string) => publishedReadings().filter((each) => each.name === name);

test("a counter tells its values by label, the expected ones from the beginning, and adds up over parts of a process", async () => {
  const counter = defineCounter<"kind">("paydesk_test_figures_total", "What\nhappened.", [
    { kind: "odd" },
  ]);
  const again = defineCounter<"kind">("paydesk_test_figures_total", "What\nhappened.");
  counter.add({ kind: 'a "quoted" one' });
  again.add({ kind: 'a "quoted" one' }, 2);
  assert.equal(
    await expose(published("paydesk_test_figures_total")),
    `# HELP paydesk_test_figures_total What\\nhappened.
# TYPE paydesk_test_figures_total counter
paydesk_test_figures_total{kind="odd"} 0
paydesk_test_figures_total{kind="a \\"quoted\\" one"} 3
`,
  );
});

test("labels that take too many values are not counted beyond a bound", async () => {
  const counter = defineCounter<"id">("paydesk_test_bounded_total", "Too many.");
  for (let n = 0; n < 2_000; n++) counter.add({ id: String(n) });
  const text = await expose(published("paydesk_test_bounded_total"));
  assert.equal(text.split("\n").filter((line) => line.startsWith("paydesk_")).length, 500);
});

test("a histogram counts each time in its bucket and in all larger ones", async () => {
  const timing = defineTiming("paydesk_test_seconds", "Times.", [0.1, 1]);
  for (const seconds of [0.1, 0.5, 7]) timing.observe({}, seconds);
  const text = await expose(published("paydesk_test_seconds"));
  assert.deepEqual(text.split("\n").slice(1, -1), [
    "# TYPE paydesk_test_seconds histogram",
    'paydesk_test_seconds_bucket{le="0.1"} 1',
    'paydesk_test_seconds_bucket{le="1"} 2',
    'paydesk_test_seconds_bucket{le="+Inf"} 3',
    "paydesk_test_seconds_sum 7.6",
    "paydesk_test_seconds_count 3",
  ]);
});

test("a reading that fails or hangs is left out, is not asked again meanwhile, and hides no other", async () => {
  const hanging = Promise.withResolvers<number>();
  let asked = 0;
  const readings: Reading[] = [
    { name: "paydesk_test_fails", help: "Fails.", read: () => Promise.reject(new Error("no")) },
    {
      name: "paydesk_test_hangs",
      help: "Hangs.",
      read: () => {
        asked++;
        return hanging.promise;
      },
    },
    { name: "paydesk_test_works", help: "Works.", read: () => 7 },
  ];
  const begun = performance.now();
  for (const _ of [1, 2]) {
    const text = await expose(readings, 50);
    assert.match(text, /^paydesk_test_works 7$/m);
    assert.doesNotMatch(text, /fails|hangs/);
  }
  assert.ok(performance.now() - begun < 1_000);
  assert.equal(asked, 1);
  hanging.resolve(3);
  await hanging.promise;
  assert.match(await expose(readings, 50), /^paydesk_test_hangs 3$/m);
});
