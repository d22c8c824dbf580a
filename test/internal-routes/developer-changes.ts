import { DEFAULT_SETTINGS } from "#lib/domain/booking/defaults.ts";
import { NEWEST_VERSION, RELEASED_VERSIONS } from "#lib/kernel/versions.ts";
import type { ChangeTable } from "./types.ts";
import { about, attempt, saying, type World } from "./world.ts";

const OLDER_VERSION = RELEASED_VERSIONS.find((version) => version !== NEWEST_VERSION);

/** The code and the poll secret of a command line that asks for a key. */
async function pairing({ owner }: World): Promise<{ code: string; pollSecret: string }> {
  return (await owner.post("/cli/pairings", { device: "workbench" })).body;
}

/** Routes of what developers look after. */
export const DEVELOPER_CHANGES = {
  "POST /cli/pairings": {
    may: "anyone",
    leaves: null,
    valid: saying(() => ({ device: "workbench" })),
  },
  "POST /cli/pairings/poll": {
    may: "anyone",
    leaves: null,
    valid: async (w) => ({ body: { pollSecret: (await pairing(w)).pollSecret } }),
  },
  "POST /pairing/confirm": {
    may: "manage_keys",
    leaves: "key.pairing_confirmed",
    valid: async (w) => ({ body: { code: (await pairing(w)).code, access: "write" } }),
  },
  "POST /pairing/refuse": {
    may: "manage_keys",
    leaves: "key.pairing_refused",
    valid: async (w) => ({ body: { code: (await pairing(w)).code } }),
  },
  "POST /:mode/keys": {
    may: "manage_keys",
    leaves: "key.created",
    valid: saying(() => ({ kind: "secret", name: "Till" })),
  },
  "POST /:mode/keys/:id/rotate": {
    may: "manage_keys",
    leaves: "key.rotated",
    valid: about(
      (w) => w.key(),
      () => ({}),
    ),
  },
  "POST /:mode/keys/:id/addresses": {
    may: "manage_keys",
    leaves: "key.addresses_changed",
    valid: about(
      (w) => w.key(),
      () => ({ addresses: ["203.0.113.0/24"] }),
    ),
  },
  "POST /:mode/keys/:id/narrow": {
    may: "manage_account",
    leaves: "key.narrowed",
    valid: about(
      (w) => w.key(),
      () => ({ scopes: ["payments:read"] }),
    ),
  },
  "POST /:mode/keys/:id/adopt": {
    may: "manage_account",
    leaves: "key.adopted",
    valid: about(
      (w) => w.colleaguesKey(),
      () => ({}),
    ),
  },
  "POST /:mode/keys/:id/revoke": {
    may: "manage_keys",
    leaves: "key.revoked",
    valid: about(
      (w) => w.key(),
      () => ({}),
    ),
  },
  "POST /:mode/endpoints": {
    may: "manage_webhooks",
    leaves: "endpoint.created",
    valid: async (w) => ({ body: { url: w.receiver.url, events: ["*"] } }),
  },
  "POST /:mode/endpoints/:id": {
    may: "manage_webhooks",
    leaves: "endpoint.updated",
    valid: about(
      (w) => w.endpoint(),
      () => ({ description: "Shop" }),
    ),
  },
  "POST /:mode/endpoints/:id/delete": {
    may: "manage_webhooks",
    leaves: "endpoint.deleted",
    valid: about(
      (w) => w.endpoint(),
      () => ({}),
    ),
  },
  "POST /:mode/endpoints/:id/rotate": {
    may: "manage_webhooks",
    leaves: "endpoint.secret_rotated",
    valid: about(
      (w) => w.endpoint(),
      () => ({}),
    ),
  },
  "POST /:mode/endpoints/:id/end-overlap": {
    may: "manage_webhooks",
    leaves: "endpoint.overlap_ended",
    valid: async (w) => {
      const id = await w.endpoint();
      await w.owner.post(`/test/endpoints/${id}/rotate`);
      return { id, body: {} };
    },
  },
  "POST /:mode/endpoints/:id/probe": {
    may: "manage_webhooks",
    leaves: null,
    valid: about(
      (w) => w.endpoint(),
      () => ({}),
    ),
  },
  "POST /:mode/endpoints/:id/test": {
    may: "manage_webhooks",
    leaves: "event.tested",
    valid: about(
      (w) => w.endpoint(),
      () => ({ type: "payment.failed" }),
    ),
  },
  "POST /:mode/deliveries/replay": {
    may: "manage_webhooks",
    leaves: "delivery.replayed",
    valid: async (w) => ({ body: { ids: [await w.delivery()] } }),
  },
  "POST /:mode/deliveries/:id/replay": {
    may: "manage_webhooks",
    leaves: "delivery.replayed",
    valid: about(
      (w) => w.delivery(),
      () => ({}),
    ),
  },
  "POST /:mode/replays": {
    may: "manage_webhooks",
    leaves: "replay.created",
    valid: async (w) => {
      await w.endpoint();
      return { body: { from: new Date(Date.now() - 3_600_000).toISOString() } };
    },
  },
  "POST /:mode/replays/:id/pause": {
    may: "manage_webhooks",
    leaves: "replay.paused",
    valid: about(
      (w) => w.replay(),
      () => ({}),
    ),
  },
  "POST /:mode/replays/:id/resume": {
    may: "manage_webhooks",
    leaves: "replay.resumed",
    valid: async (w) => {
      const id = await w.replay();
      await w.owner.post(`/test/replays/${id}/pause`);
      return { id, body: {} };
    },
  },
  "POST /:mode/replays/:id/cancel": {
    may: "manage_webhooks",
    leaves: "replay.canceled",
    valid: about(
      (w) => w.replay(),
      () => ({}),
    ),
  },
  "POST /:mode/downloads": {
    may: "download_reports",
    leaves: "download.prepared",
    valid: saying(() => ({ type: "settlement" })),
  },
  "POST /:mode/downloads/:id/cancel": {
    may: "download_reports",
    leaves: "download.canceled",
    valid: about(
      (w) => w.download(),
      () => ({}),
    ),
  },
  "POST /:mode/booking": {
    may: "download_reports",
    leaves: "booking_accounts.changed",
    valid: saying(() => ({ layout: "xero", settings: DEFAULT_SETTINGS.xero })),
  },
  "POST /:mode/closings": {
    may: "close_months",
    leaves: "month.closed",
    valid: async (w) => ({ body: { month: w.freeMonth() } }),
  },
  "POST /:mode/closings/:id/check": {
    may: "download_reports",
    leaves: null,
    valid: about(
      (w) => w.closing(),
      () => ({}),
    ),
  },
  "POST /:mode/report-schedules": {
    may: "download_reports",
    leaves: "report_schedule.created",
    valid: saying(() => ({ interval: "monthly", mailMe: true, report: { type: "settlement" } })),
  },
  "POST /:mode/report-schedules/:id": {
    may: "download_reports",
    leaves: "report_schedule.updated",
    valid: about(
      (w) => w.schedule(),
      () => ({ active: false }),
    ),
  },
  "POST /:mode/report-schedules/:id/delete": {
    may: "download_reports",
    leaves: "report_schedule.deleted",
    valid: about(
      (w) => w.schedule(),
      () => ({}),
    ),
  },
  "POST /:mode/events/:id/replay": {
    may: "manage_webhooks",
    leaves: "event.replayed",
    valid: async (w) => {
      const endpoint = await w.endpoint();
      return { id: await w.event(), body: { endpoint } };
    },
  },
  "POST /:mode/shell": {
    may: "use_shell",
    // The API call that it makes writes the audit entry.
    leaves: null,
    valid: saying(() => ({ method: "GET", path: "/v1/payments" })),
  },
  "POST /:mode/checkout/payments": {
    may: "use_sandbox",
    leaves: "payment.created",
    valid: saying(() => ({ method: "ideal", ...attempt() })),
  },
  "POST /:mode/versions": {
    may: "manage_versions",
    leaves: "version.pinned",
    valid: saying(() => ({ version: OLDER_VERSION, from: NEWEST_VERSION })),
  },
} satisfies ChangeTable;
