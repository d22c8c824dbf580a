import { type Bearer, permits } from "#lib/domain/keys/index.ts";
import { asList } from "#lib/kernel/body/parse-form.ts";
import { ApiError, invalid } from "#lib/kernel/errors.ts";
import { excerpt } from "#lib/kernel/log.ts";
import type { Route } from "#lib/wire/contract/route.ts";
import { EXPANDERS } from "./expanders.ts";
import { firstNamesOf, kindsOn, MAX_PATHS } from "./paths.ts";

/** Returns the distinct paths of a request's `expand`. A query or a form can have a single path as a string. Checks
 * names only, so it can run before the handler. Throws `parameter_invalid` for a path that the route does not have,
 * and `key_scope` if the key may not read a kind of object that a path can reach. */
export function checkPaths(
  route: Route,
  bearer: Pick<Bearer, "scopes" | "kind">,
  given: unknown,
  isJson: boolean,
): string[] {
  const paths = listOf(given, isJson);
  if (paths.length > MAX_PATHS) throw invalid("expand", `Can have at most ${MAX_PATHS} paths.`);
  for (const path of paths) {
    const kinds = kindsOn(route, path);
    if (!kinds) throw unknownPath(route, path);
    for (const kind of kinds) {
      const { scope } = EXPANDERS[kind];
      if (bearer.kind === "secret" && permits(bearer, scope)) continue;
      const message = `This key needs the scope ${scope} to expand ${path}.`;
      throw new ApiError("key_scope", message, { param: "expand" });
    }
  }
  return paths;
}

function listOf(given: unknown, isJson: boolean): string[] {
  const paths = isJson ? (Array.isArray(given) ? given : null) : (asList(given) ?? [given]);
  if (paths?.every((path): path is string => typeof path === "string")) return [...new Set(paths)];
  throw invalid("expand", "Must be a list of field paths.");
}

function unknownPath(route: Route, path: string): ApiError {
  const possible = firstNamesOf(route);
  const hint = possible.length === 0 ? "Nothing" : possible.join(", ");
  return invalid("expand", `${hint} can be expanded here, not ${excerpt(path, 60)}.`);
}
