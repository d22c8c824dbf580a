import { QueryCache, QueryClient } from "@tanstack/react-query";

/** A cache with our defaults: data is fresh for 15 s (live updates invalidate sooner), reads are
 *  retried twice and only when the server was at fault, writes never by themselves. Nothing waits for the
 *  browser to think itself online: the service may run on this machine, and who pressed a button is told. */
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

/** A session that ended while its screen was open: to the sign-in, and back here afterwards. */
function leaveIfSignedOut(error: Error): void {
  if (!("code" in error) || error.code !== "session_missing") return;
  const { pathname, search } = location;
  location.assign(`/sign-in?next=${encodeURIComponent(pathname + search)}`);
}

function retryServerFaults(failures: number, error: Error): boolean {
  const status = "status" in error && typeof error.status === "number" ? error.status : 0;
  return failures < 2 && (status === 0 || status >= 500);
}
