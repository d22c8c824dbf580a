import { EXAMPLE_DAY } from "#lib/kernel/vocabulary/example-day.ts";
import { type Flow, fromEnv, type Step } from "./flow.ts";

/** The flows of the guide to webhook operations. */

const register = (key: string): Step => ({
  name: "endpoint",
  method: "POST",
  path: "/v1/webhook_endpoints",
  body: { url: "https://shop.example/hooks", events: ["payment.*"] },
  key,
});

export const FIND_FAILED: Flow = {
  title: "Deliveries that failed",
  steps: [{ name: "deliveries", method: "GET", path: "/v1/deliveries?status=failed&limit=100" }],
  prints: ["deliveries.object", "deliveries.has_more"],
};

export const REPLAY_DRY_RUN: Flow = {
  title: "How many deliveries a replay would send",
  steps: [
    {
      name: "replay",
      method: "POST",
      path: "/v1/replays",
      body: { from: fromEnv("OUTAGE_BEGAN"), statuses: ["failed", "held"], dry_run: true },
      key: "replay-outage-1",
      why: `OUTAGE_BEGAN: UTC, such as ${EXAMPLE_DAY}T08:00:00Z. The range ends now. Another range needs another key.`,
    },
  ],
  prints: ["replay.id", "replay.status", "replay.total"],
};

export const TEST_EVENT: Flow = {
  title: "Send a test event",
  steps: [
    {
      name: "event",
      method: "POST",
      path: "/v1/test/events",
      body: { type: "payment.failed" },
      key: "test-event-1",
      why: "To every endpoint that subscribes to the type; `endpoint` names one.",
    },
  ],
  prints: ["event.id", "event.type"],
};

export const ROTATE: Flow = {
  title: "A new secret, with the old one for 24 hours",
  steps: [
    register("hooks-rotated"),
    {
      name: "rotated",
      method: "POST",
      path: "/v1/webhook_endpoints/{endpoint.id}/rotate_secret",
      body: { overlap_hours: 24 },
      key: "rotate-1",
      why: "With your own endpoint you need only this call.",
    },
  ],
  prints: ["rotated.id", "rotated.secret", "rotated.previous_secret_expires_at"],
};

export const ENABLE_AGAIN: Flow = {
  title: "Enable it, and send what was held",
  steps: [
    register("hooks-disabled"),
    {
      name: "disabled",
      method: "POST",
      path: "/v1/webhook_endpoints/{endpoint.id}",
      body: { status: "disabled" },
      key: "disable-1",
      why: "As after 72 hours of failures, or before you maintain your server.",
    },
    {
      name: "enabled",
      method: "POST",
      path: "/v1/webhook_endpoints/{endpoint.id}",
      body: { status: "enabled", send_held: true },
      key: "enable-1",
    },
  ],
  prints: ["enabled.id", "enabled.status"],
};
