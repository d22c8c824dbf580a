import { z } from "zod";
import { defineRoute } from "./route.ts";
import { timestamp } from "./shared.ts";

const MOST_SECONDS = 366 * 86_400;

export const testClockWire = z
  .object({
    object: z.literal("test_clock"),
    livemode: z.literal(false).meta({ description: "Whether it is in live mode" }),
    now: timestamp.meta({ description: "The account's time in test mode" }),
    ahead_seconds: z.int().min(0).meta({ description: "How far it is ahead of the real time" }),
    target: timestamp.meta({
      description: "The time that an advance is moving to; equals `now` when it is finished",
    }),
    status: z
      .enum(["ready", "advancing"])
      .meta({ description: "`advancing` until the work that became due is done" }),
  })
  .meta({ id: "test_clock", description: "The account's time in test mode" });
export type TestClockWire = z.output<typeof testClockWire>;

const EXAMPLE: TestClockWire = {
  object: "test_clock",
  livemode: false,
  now: "2026-04-13T09:31:07Z",
  ahead_seconds: 86_400,
  target: "2026-04-13T09:31:07Z",
  status: "ready",
};

export const readTestClockRoute = defineRoute({
  method: "get",
  path: "/v1/test/clock",
  name: "read_test_clock",
  group: "Sandbox",
  summary: "Read the sandbox clock",
  scope: "test:read",
  bucket: "none",
  response: { status: 200, schema: testClockWire, example: EXAMPLE },
  errors: ["resource_missing"],
});

export const advanceTestClockRoute = defineRoute({
  method: "post",
  path: "/v1/test/clock/advance",
  name: "advance_test_clock",
  group: "Sandbox",
  summary: "Advance the sandbox clock",
  description:
    "Everything that becomes due happens in order, at its own time: delayed outcomes, expiries, settlements and their arrival. Waiting deliveries to test endpoints are moved forward by the same time. Answers when all of it is finished, or after 30 seconds with `status: advancing`. The clock cannot be set back.",
  scope: "test:write",
  bucket: "none",
  bodyExample: { seconds: 86_400 },
  body: z.strictObject({
    seconds: z
      .int()
      .min(1)
      .max(MOST_SECONDS)
      .meta({ description: "At most 366 days", example: 86_400 }),
  }),
  response: { status: 200, schema: testClockWire, example: EXAMPLE },
  errors: ["resource_missing"],
});
