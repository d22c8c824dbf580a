import { type LiveChange, watch } from "#lib/domain/live/index.ts";
import { SECOND_MS } from "#lib/kernel/clock.ts";
import { routesAt } from "../typed-routes.ts";

/** Live updates of a mode: the kinds of object that changed. Screens read again; no row is sent. */
export const liveRoutes = routesAt("/:mode/live");

/** Interval of comments that let both ends notice a lost connection. */
const HEARTBEAT_MS = 15 * SECOND_MS;
/** A reader that has not taken this many messages is disconnected. */
const MAX_WAITING = 64;

const HEADERS = {
  "content-type": "text/event-stream; charset=utf-8",
  // Proxies must not buffer the stream.
  "x-accel-buffering": "no",
};

/** Server-sent events; resumes after `Last-Event-ID`. Throws as `watch`. */
liveRoutes.get("/", (c) => {
  if (c.req.method === "HEAD") return c.body(null, 200, HEADERS);
  const { accountId, mode } = c.get("ctx");
  const watcher = { accountId, mode, userId: c.get("user").id, sessionId: c.get("session").id };
  const lastId = c.req.header("last-event-id") || null;
  return c.body(openStream(watcher, lastId), 200, HEADERS);
});

function openStream(
  watcher: Parameters<typeof watch>[0],
  lastId: string | null,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let close = () => {};
  const begun = { missed: null as LiveChange | null };
  let controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  const write = (text: string) => {
    if (!controller) return;
    if ((controller.desiredSize ?? 0) < -MAX_WAITING) return close();
    controller.enqueue(encoder.encode(text));
  };
  const send = (change: LiveChange) => {
    if (controller) write(`id: ${change.id}\ndata: ${change.kinds.join(",")}\n\n`);
    else begun.missed = change;
  };
  const watching = watch(watcher, lastId, { onChange: send, onEnd: () => close() });
  const timer = setInterval(() => write(":\n\n"), HEARTBEAT_MS).unref();
  const end = () => {
    clearInterval(timer);
    watching.stop();
  };
  close = () => {
    end();
    controller?.close();
    controller = null;
  };
  return new ReadableStream<Uint8Array>({
    start(opened) {
      controller = opened;
      // Screens poll until this first message.
      void watching.ready.then((id) => {
        write(`id: ${id}\ndata:\n\n`);
        if (begun.missed) send(begun.missed);
      });
    },
    cancel() {
      controller = null;
      end();
    },
  });
}
