import { type ApiError, invalid } from "#lib/kernel/errors.ts";

/** The most instructions that one batch may have. */
export const MAX_ROWS = 20_000;

/** The refusal of a batch with more, which came in `param`. */
export function tooManyRows(param: "file" | "instructions"): ApiError {
  const most = MAX_ROWS.toLocaleString("en-US");
  return invalid(param, `A batch can have at most ${most} instructions.`);
}
