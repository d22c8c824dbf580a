import { listRequestItems, settleRequestLog } from "#lib/domain/request-log/index.ts";
import { ERROR_CODES, type ErrorCode } from "#lib/kernel/errors.ts";
import { LOGGED_METHODS } from "#lib/kernel/vocabulary/methods.ts";
import { RESPONSE_CLASSES } from "#lib/kernel/vocabulary/responses.ts";
import { readChoices, readRealPeriod, readText, readWords } from "../list-params.ts";
import type { ListContext } from "../typed-routes.ts";
import { requestListItemView } from "../views/shared.ts";
import { idCells, list } from "./list.ts";

export const CODES = Object.keys(ERROR_CODES) as ErrorCode[];

function filter(c: ListContext<"/:mode/logs">) {
  return {
    answers: readChoices(c, "status", RESPONSE_CLASSES),
    methods: readChoices(c, "method", LOGGED_METHODS),
    routes: readWords(c, "call"),
    keyId: readText(c, "key"),
    errorCodes: readChoices(c, "error", CODES),
    version: readText(c, "version"),
    made: readRealPeriod(c, "made"),
    search: readText(c, "q"),
  };
}

export const requestList = list({
  name: "requests",
  filter,
  page: async (c, wanted, page) => {
    // Writes the requests that this process still has in memory.
    if (page.after === null) await settleRequestLog();
    return await listRequestItems(c.get("ctx"), wanted, page);
  },
  view: requestListItemView,
  columns: {
    request: {
      method: (row) => row.method,
      path: (row) => row.path,
      object: (row) => row.objectId,
    },
    status: { status: (row) => row.status },
    error: { error_code: (row) => row.errorCode },
    key: { key: (row) => row.keyId, version: (row) => row.version },
    id: { ...idCells, replayed: (row) => String(row.replayed) },
    duration: { duration_ms: (row) => row.durationMs },
    made: { created_at: (row) => row.createdAt },
  },
});
