/** Calls the dashboard's API in process, without a socket but with the same handlers and session rules as for a
 * browser. `path` begins with `/internal`; pass the visitor's cookie in `init`. */
export type InternalFetch = (path: string, init?: RequestInit) => Promise<Response>;

declare global {
  /** Set by the server before Next renders anything. Next bundles its own copy of modules, so a server component
   * reaches the server's modules only by this global. */
  var __paydeskInternalFetch: InternalFetch | undefined;
}

/** The interface of both Hono apps. */
export interface FetchApp {
  fetch(request: Request, bindings?: unknown): Response | Promise<Response>;
}

/** Gives server components access to the dashboard's API. */
export function installInternalFetch(dashboard: FetchApp, publicUrl: string): void {
  globalThis.__paydeskInternalFetch = async (path, init) => {
    if (!path.startsWith("/internal")) throw new Error(`${path} is not a path of /internal`);
    return await dashboard.fetch(new Request(new URL(path, publicUrl), init));
  };
}
