import { AsyncLocalStorage } from "node:async_hooks";

/** A request for a screen. Next bundles its own copy of modules, so a component sets the format by a global. */
type Rendered = { rules?: unknown };

const requests = new AsyncLocalStorage<Rendered>();

declare global {
  var __paydeskRequestFormat: (() => Rendered) | undefined;
}

/** Gives each request for a screen its own locale, and components access to it. Accounts with different locales are
 *  rendered at the same time, so a module's variable cannot hold it. */
export function withRequestLocale<Args extends unknown[], Result>(
  handle: (...args: Args) => Result,
): (...args: Args) => Result {
  globalThis.__paydeskRequestFormat = () => requests.getStore() ?? {};
  return (...args) => requests.run({}, () => handle(...args));
}
