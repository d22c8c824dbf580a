import { Hono } from "hono";
import { listKeys } from "#lib/domain/keys/index.ts";
import { browseRequests, RESPONSE_CLASSES, requestDossier } from "#lib/domain/request-log/index.ts";
import { ERROR_CODES, type ErrorCode } from "#lib/kernel/errors.ts";
import { RELEASED_VERSIONS } from "#lib/kernel/versions.ts";
import { readChoices, readPageParam, readRealPeriod, readText, readWords } from "../list-params.ts";
import type { DashboardContext, DashboardEnv } from "../types.ts";
import { gapView, keyNameView, type RequestListView, requestView } from "../views/requests.ts";
import { requestLineView } from "../views/shared.ts";

/** The log of API requests. */
export const requestRoutes = new Hono<DashboardEnv>();

const METHODS = ["GET", "POST", "DELETE", "HEAD", "PUT", "PATCH"] as const;
const CODES = Object.keys(ERROR_CODES) as ErrorCode[];
const VERSIONS = [...RELEASED_VERSIONS].reverse();

requestRoutes.get("/", async (c) => {
  const ctx = c.get("ctx");
  const [found, keys] = await Promise.all([
    browseRequests(ctx, readFilter(c), readPageParam(c)),
    listKeys(ctx),
  ]);
  const { rows, total, uncounted, older, newer, gaps } = found;
  return c.json<RequestListView>({
    requests: rows.map(requestLineView),
    total,
    uncounted,
    older,
    newer,
    gaps: gaps.map(gapView),
    keys: keys.map(keyNameView),
    versions: VERSIONS,
    errorCodes: CODES,
  });
});

requestRoutes.get("/:id", async (c) => {
  const ctx = c.get("ctx");
  const [dossier, keys] = await Promise.all([
    requestDossier(ctx, c.req.param("id")),
    listKeys(ctx),
  ]);
  const key = keys.find(({ id }) => id === dossier.request.keyId);
  return c.json(requestView(dossier, key ? keyNameView(key) : null));
});

function readFilter(c: DashboardContext) {
  return {
    answers: readChoices(c, "status", RESPONSE_CLASSES),
    methods: readChoices(c, "method", METHODS),
    routes: readWords(c, "call"),
    keyId: readText(c, "key"),
    errorCodes: readChoices(c, "error", CODES),
    version: readText(c, "version"),
    made: readRealPeriod(c, "made"),
    search: readText(c, "q"),
  };
}
