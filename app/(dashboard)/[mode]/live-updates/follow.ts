import { makeParser } from "#components/data/event-stream.ts";
import { fileAddress } from "#lib/dashboard/client.ts";

/** The server sends a heartbeat every 15 seconds; after this long without one the stream is dead. */
const SILENT_MS = 40_000;
const RETRY_MS = 2_000;
const LONGEST_RETRY_MS = 60_000;

export type Following = {
  /** The id after which changes are wanted; null for those from the connection on. */
  since: string | null;
  /** Called with the kinds that changed; `all` if they are not known. */
  onChange: (kinds: readonly string[]) => void;
  onConnected: (connected: boolean) => void;
};

/** Follows the changes of a mode while its page is visible, and resumes after the last id. `onConnected(false)` comes
 * before any time without a connection; screens poll then. Returns the function that stops it. */
export function follow(mode: string, { since, onChange, onConnected }: Following): () => void {
  let lastId = since;
  let current: AbortController | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;

  const run = async () => {
    clearTimeout(timer);
    // A hidden page needs no stream: browsers allow few connections per host.
    if (current || document.hidden) return;
    const attempt = new AbortController();
    current = attempt;
    const over = await read(mode, lastId, attempt, (id, kinds) => {
      onConnected(true);
      failures = 0;
      lastId = id;
      if (kinds.length > 0) onChange(kinds);
    });
    // The page was hidden: `onVisible` has reported it, and another stream may have begun.
    if (attempt.signal.reason === LEFT) return;
    current = null;
    onConnected(false);
    if (over) return;
    failures += 1;
    timer = setTimeout(
      () => void run(),
      Math.min(RETRY_MS * 2 ** (failures - 1), LONGEST_RETRY_MS),
    );
  };
  const onVisible = () => {
    if (!document.hidden) return void run();
    current?.abort(LEFT);
    current = null;
    onConnected(false);
  };
  document.addEventListener("visibilitychange", onVisible);
  void run();
  return () => {
    document.removeEventListener("visibilitychange", onVisible);
    clearTimeout(timer);
    current?.abort(LEFT);
  };
}

const LEFT = "left";

/** Reads until the stream ends. Returns true if another try is useless. */
async function read(
  mode: string,
  lastId: string | null,
  attempt: AbortController,
  onMessage: (id: string, kinds: string[]) => void,
): Promise<boolean> {
  let silence: ReturnType<typeof setTimeout> | undefined;
  const alive = () => {
    clearTimeout(silence);
    silence = setTimeout(() => attempt.abort("silent"), SILENT_MS);
  };
  alive();
  try {
    const response = await fetch(fileAddress("/:mode/live", { mode }), {
      headers: { accept: "text/event-stream", ...(lastId ? { "last-event-id": lastId } : {}) },
      credentials: "same-origin",
      cache: "no-store",
      signal: attempt.signal,
    });
    if (!response.ok || !response.body) return response.status === 401 || response.status === 403;
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    const parse = makeParser();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return false;
      alive();
      for (const { id, data } of parse(value)) onMessage(id, data.split(",").filter(Boolean));
    }
  } catch {
    // Disconnected: the caller tries again.
    return false;
  } finally {
    clearTimeout(silence);
  }
}
