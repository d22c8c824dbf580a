import { ApiError } from "#lib/kernel/errors.ts";

/** The same refusal under the name that the caller's version has for the parameter. */
export function renamed(error: ApiError, param: string): ApiError {
  if (param === error.param) return error;
  const message = error.message.replaceAll(error.param ?? "", param);
  return new ApiError(error.code, message, { ...error.details, param });
}
