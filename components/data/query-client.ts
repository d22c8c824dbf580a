import { notifyManager, QueryCache, QueryClient } from "@tanstack/react-query";
import { hasTyped } from "../frame/early-input.ts";

// Before the next event: by default a form would not know for a moment that it is being submitted, in which a busy machine
// delivers a second Enter or click, and everything is created twice.
notifyManager.setScheduler(queueMicrotask);

/** A query cache with our defaults. Data is fresh for 15 s (live updates invalidate it sooner). Reads are
 *  retried twice, and only after a server error; writes are never retried automatically. Requests are sent even
 *  if the browser reports that it is offline, because the service may run on the same machine. */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: leaveIfSignedOut }),
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        refetchOnWindowFocus: true,
        refetchOnReconnect: true,
        retry: retryServerFaults,
        networkMode: "always",
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
}

/** Redirects to sign-in, and from there back to this page, when the session ended while the screen was open; not while a form
 *  has a text that would be lost. */
function leaveIfSignedOut(error: Error): void {
  if (!("code" in error) || error.code !== "session_missing") return;
  if (hasTyped())
    return void import("./signed-out.ts").then(({ tellSignedOut }) => tellSignedOut());
  const { pathname, search } = location;
  location.assign(`/sign-in?next=${encodeURIComponent(pathname + search)}`);
}

function retryServerFaults(failures: number, error: Error): boolean {
  const status = "status" in error && typeof error.status === "number" ? error.status : 0;
  return failures < 2 && (status === 0 || status >= 500);
}
