/** Asks the dashboard's own API in process: no socket, no port, the same handlers and session rules
 *  as a browser meets. `path` begins with `/internal`; hand the visitor's cookie on in `init`. */
export type InternalFetch = (path: string, init?: RequestInit) => Promise<Response>;

declare global {
  /** Set by the server before Next renders anything. Next bundles modules of its own, so this one
   *  global is how a server component reaches the server's module graph. */
  var __paydeskInternalFetch: InternalFetch | undefined;
}

/** What both Hono apps are to the server. */
export interface FetchApp {
  fetch(request: Request, bindings?: unknown): Response | Promise<Response>;
}

/** Opens the way from server components to the dashboard's API. */
export function installInternalFetch(dashboard: FetchApp, publicUrl: string): void {
  globalThis.__paydeskInternalFetch = async (path, init) => {
    if (!path.startsWith("/internal")) throw new Error(`${path} is not a path of /internal`);
    return await dashboard.fetch(new Request(new URL(path, publicUrl), init));
  };
}
