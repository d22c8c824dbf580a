import assert from "node:assert/strict";
import { ERROR_CODES, type ErrorCode } from "#lib/kernel/errors.ts";
import { isReleased } from "#lib/kernel/versions.ts";
import { assertErrorShape, assertInContract } from "#test/contract.ts";
import type { Planned } from "./requests.ts";

/** `ms`: how long the call took, without the time in which the machine was short of processors. */
export type Answered = { status: number; headers: Headers; text: string; ms: number };

/** The longest time of one call. An advance of the clock responds when all work is
 *  done, or after 30 s. */
const longestMs = (path: string) => (path.includes("/test/clock/advance") ? 40_000 : 10_000);

/** Errors of a whole request, which name no parameter. */
const OF_THE_WHOLE =
  /^(The body |A body can |The parameters are not valid|At most 2,000 parameters)/;

/** Operations that can answer with a file. */
const FILES = new Set([
  "read_report",
  "read_report_run",
  "read_month_closing",
  "read_dispute_file_content",
]);

/** Checks a response against the rules for all responses and the expectations of its request. Throws an
 *  AssertionError with the fault. Returns the code of an error response. */
export function checkAnswer(planned: Planned, answered: Answered): ErrorCode | null {
  const { status, headers, text, ms } = answered;
  assert.ok(status < 500, `answers ${status}`);
  assert.ok(ms < longestMs(planned.path), `took ${Math.round(ms)} ms`);
  const requestId = headers.get("Service-Request-Id") ?? "";
  assert.match(requestId, /^req_[0-9a-z]{24}$/);
  assert.equal(headers.get("Request-Id"), requestId);
  assert.ok(isReleased(headers.get("Service-Version") ?? ""), "Service-Version");
  if (planned.method === "HEAD" || status === 204 || status === 304) {
    assert.equal(text, "", "a body where none can be");
    return null;
  }
  if (isFile(answered)) {
    assert.ok(FILES.has(planned.operation?.id ?? "") && status === 200, "a file where none can be");
    assert.equal(planned.refused, null, "accepted what it must refuse");
    return null;
  }
  assert.match(headers.get("Content-Type") ?? "", /^application\/json/);
  const body = JSON.parse(text) as unknown;
  if (planned.operation) assertInContract(planned.method, planned.path, { status, headers, body });
  const code = status < 300 ? null : checkError(status, headers, body);
  checkExpected(planned, status, code, body);
  return code;
}

/** A report or journal as a file, whose download is recorded in the audit log. */
export function isFile({ headers }: Pick<Answered, "headers">): boolean {
  return /^(?:text\/(?:csv|plain)|application\/(?:xml|pdf)|image\/)/.test(
    headers.get("Content-Type") ?? "",
  );
}

function checkError(status: number, headers: Headers, body: unknown): ErrorCode {
  assertErrorShape(body);
  const { error } = body;
  const known = ERROR_CODES[error.code];
  assert.deepEqual([known.status, known.type], [status, error.type], "status, type and code agree");
  assert.ok(error.doc_url.endsWith(`/docs/api/errors#${error.code}`), error.doc_url);
  assert.ok(error.message.length > 0 && error.message.length < 700, "a message to read");
  const said = error.message + (error.param ?? "");
  assert.ok(said.isWellFormed() && !/\p{Cc}/u.test(said), "text that cannot be shown");
  // A stored response has the id of the first request.
  const isReplay = headers.get("Service-Idempotent-Replay") === "true";
  if (!isReplay) assert.equal(error.request_id, headers.get("Service-Request-Id"));
  const mayBeNameless = OF_THE_WHOLE.test(error.message);
  if (error.code === "parameter_invalid" && !mayBeNameless) {
    assert.ok(error.param, `no param: ${error.message}`);
  }
  return error.code;
}

function checkExpected(planned: Planned, status: number, code: string | null, body: unknown): void {
  const { refused, params } = planned;
  if (refused === null) return;
  // A live key gets 404 on sandbox calls, before their parameters are read.
  const isHidden = planned.side === "live" && planned.path.startsWith("/v1/test/");
  if (isHidden && status === 404) return;
  if (refused === "somehow") {
    assert.ok(status >= 400, `accepted what it must refuse: ${status}`);
    return;
  }
  assert.equal(status, refused, `expected ${refused}, answers ${status} ${code}`);
  if (!params || code !== "parameter_invalid") return;
  const { param = "", message } = (body as { error: { param?: string; message: string } }).error;
  if (OF_THE_WHOLE.test(message)) return;
  const root = param.replace(/\[.*/s, "");
  const isNamed = params.some(
    (one) => one === root || (root.endsWith("…") && one.startsWith(root.slice(0, -1))),
  );
  assert.ok(
    isNamed,
    `names ${JSON.stringify(param)}, not one of ${JSON.stringify(params).slice(0, 300)}`,
  );
}
