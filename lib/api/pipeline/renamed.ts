import { ApiError } from "#lib/kernel/errors.ts";

/** The same error with the parameter's name in the caller's version. */
export function renamed(error: ApiError, param: string): ApiError {
  if (param === error.param) return error;
  const message = error.message.replaceAll(error.param ?? "", param);
  return new ApiError(error.code, message, { ...error.details, param });
}
