import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { DECLINE_CODES } from "#lib/api/decline-messages.ts";
import { errorBody } from "#lib/dashboard/errors.ts";
import { ApiError, ERROR_CODES, type ErrorCode } from "#lib/kernel/errors.ts";
import { docsOfDecline } from "#lib/kernel/vocabulary/docs.ts";
import { ISO_DECLINES } from "#lib/rails/sandbox/declines.ts";
import { ERRORS } from "./api/reference.ts";
import { DECLINE_ROWS } from "./declines.ts";

const source = (page: string) => readFileSync(new URL(page, import.meta.url), "utf8");

test("every error code of the API has an anchor, and errors of the dashboard link to it", () => {
  assert.match(source("./api/errors/page.tsx"), /id=\{code\}/);
  const anchors = ERRORS.map(({ code }) => `/docs/api/errors#${code}`);
  for (const code of Object.keys(ERROR_CODES) as ErrorCode[]) {
    const { docs } = errorBody(new ApiError(code, "Refused."), "req_1").error;
    assert.ok(anchors.includes(docs), docs);
  }
});

test("every decline code has an anchor, and a declined call links to it", () => {
  assert.match(source("./(guides)/declines/page.tsx"), /id=\{code\}/);
  const codes = [...DECLINE_ROWS.cards, ...DECLINE_ROWS.banks].map(([code]) => code);
  assert.equal(new Set(codes).size, codes.length, "each once");
  const known = [...DECLINE_CODES, ...Object.values(ISO_DECLINES).map(({ code }) => code)];
  assert.deepEqual(
    known.filter((code) => !codes.includes(code)),
    [],
  );
  const decline = { code: "lost_card", networkCode: "41", adviceCode: "do_not_try_again" };
  const { error } = errorBody(new ApiError("card_declined", "Declined.", { decline }), "req_1");
  assert.equal(error.docs, docsOfDecline("lost_card"));
});
