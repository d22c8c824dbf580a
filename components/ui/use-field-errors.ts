import { useLayoutEffect, useRef, useState } from "react";

/** The error of a form; `param` names the field at fault. */
export type FormError = (Error & { param?: string | undefined }) | null;

/** The error message, if the error is about one of these params or about a part of one: `headers[X-Team]` is of `headers`. */
export type ErrorOf = (...params: string[]) => string | undefined;

/** Where a form shows its error: at the field that asks for it with `errorOf`, otherwise above the fields, as `unplaced`. `nameOf`
 *  translates a param into the name of a field. */
export function useFieldErrors(
  error: FormError,
  nameOf: (param: string) => string | null = (param) => param,
): { errorOf: ErrorOf; unplaced: Error | null } {
  const placed = useRef<Error | null>(null);
  const [unplaced, setUnplaced] = useState<Error | null>(null);
  const name = error?.param === undefined ? null : nameOf(error.param);
  const errorOf: ErrorOf = (...params) => {
    if (!error || !params.some((one) => name === one || name?.startsWith(`${one}[`))) return;
    placed.current = error;
    return error.message;
  };
  // Fields ask while they are rendered, also those in components of their own: all have asked now.
  useLayoutEffect(() => {
    setUnplaced(error !== null && placed.current !== error ? error : null);
  }, [error]);
  return { errorOf, unplaced };
}
