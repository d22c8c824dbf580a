import { z } from "zod";
import { getManagedSecret } from "#lib/domain/keys/index.ts";
import { mayDo } from "#lib/domain/members/index.ts";
import { now } from "#lib/kernel/clock.ts";
import { addressOf, callFor, headersOf } from "#lib/kernel/context.ts";
import { env } from "#lib/kernel/env.ts";
import { invalid } from "#lib/kernel/errors.ts";
import { API_METHODS } from "#lib/kernel/vocabulary/methods.ts";
import { DashboardError } from "../errors.ts";
import { checkConfirmed, requireRole } from "../middleware/require.ts";
import { readBody } from "../read-body.ts";
import { reply, routesAt } from "../typed-routes.ts";
import type { DashboardContext } from "../types.ts";
import type { ShellAnswerView } from "../views/requests.ts";

/** Calls the API for the browser with a key that stays on the server. */
export const shellRoutes = routesAt("/:mode/shell");

const MAX_SENT = 256 * 1024;
const MAX_SHOWN = 512 * 1024;

export const call = z.strictObject({
  method: z.enum(API_METHODS),
  path: z.string().max(2_000),
  /** JSON, sent unchanged. */
  body: z.string().max(MAX_SENT).nullish(),
  idempotencyKey: z
    .string()
    .regex(/^[\x20-\x7e]{1,255}$/, "Must be 1 to 255 printable ASCII characters.")
    .nullish(),
  version: z
    .string()
    .regex(/^[\x20-\x7e]{0,20}$/, "Must be at most 20 printable ASCII characters.")
    .nullish(),
  /** Confirms that this call may change live data. */
  changesLive: z.boolean().default(false),
});
type ShellCall = z.output<typeof call>;

/** Makes one API call as the account and returns its response, also an error. Changes of live data need their own
 *  permission, a confirmation and `changesLive`. */
shellRoutes.post("/", requireRole("use_shell"), async (c) => {
  const { mode } = c.get("ctx");
  // In test mode the API itself checks for card numbers other than test cards.
  const params = await readBody(c, call, {
    maxBytes: 2 * MAX_SENT,
    cardPlaces: mode === "test" ? ["body"] : [],
  });
  if (mode === "live" && params.method !== "GET") checkLiveChange(c, params);
  const request = await requestOf(c, params);
  callFor(request, c.get("user").id);
  const started = performance.now();
  const response = await c.get("callApi")(request);
  return reply(c, await answerOf(response, started));
});

function checkLiveChange(c: DashboardContext, { changesLive }: ShellCall): void {
  if (!mayDo(c.get("membership").role, "change_live_by_shell")) {
    throw new DashboardError(
      "role_insufficient",
      "Your role may only read live data from the shell. Ask an owner or admin.",
    );
  }
  // A call can do everything that needs a confirmation elsewhere.
  checkConfirmed(c);
  if (!changesLive) {
    throw invalid("changesLive", "Confirm that this call may change live data.");
  }
}

async function requestOf(c: DashboardContext, params: ShellCall): Promise<Request> {
  const url = URL.parse(params.path, env.publicUrl);
  if (!params.path.startsWith("/v1/") || !url?.pathname.startsWith("/v1/")) {
    throw invalid("path", "Give a path of the API, such as /v1/payments.");
  }
  const headers = headersOf({
    address: addressOf(c.req.raw.headers),
    client: `Paydesk shell (${c.get("user").email})`,
  });
  headers.set("authorization", `Bearer ${await getManagedSecret(c.get("ctx"))}`);
  if (params.idempotencyKey) headers.set("idempotency-key", params.idempotencyKey);
  if (params.version) headers.set("service-version", params.version);
  if (params.method === "GET" || !params.body)
    return new Request(url, { method: params.method, headers });
  headers.set("content-type", "application/json");
  return new Request(url, { method: params.method, headers, body: params.body });
}

async function answerOf(response: Response, started: number): Promise<ShellAnswerView> {
  const { headers, status } = response;
  const { text, cut } = await readSome(response);
  return {
    status,
    requestId: headers.get("service-request-id"),
    version: headers.get("service-version"),
    replayed: headers.get("service-idempotent-replay") === "true",
    contentType: headers.get("content-type") ?? "",
    body: text,
    cut,
    durationMs: Math.round(performance.now() - started),
    at: now().toISOString(),
  };
}

/** Stops reading after `MAX_SHOWN` characters: a file can have any length. */
async function readSome({ body }: Response): Promise<{ text: string; cut: boolean }> {
  const decoder = new TextDecoder();
  let text = "";
  if (!body) return { text, cut: false };
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > MAX_SHOWN) return { text: text.slice(0, MAX_SHOWN), cut: true };
  }
  return { text, cut: false };
}
