import { Hono } from "hono";
import { type LiveChange, watch } from "#lib/domain/live/index.ts";
import { SECOND_MS } from "#lib/kernel/clock.ts";
import type { DashboardEnv } from "../types.ts";

/** What changes of the mode, as it changes: its kinds, by which screens ask again. No row travels here. */
export const liveRoutes = new Hono<DashboardEnv>();

/** So often something is sent, that both ends notice when the other is gone. */
const HEARTBEAT_MS = 15 * SECOND_MS;
/** Who takes nothing for so many messages is gone. */
const MOST_WAITING = 64;

const HEADERS = {
  "content-type": "text/event-stream; charset=utf-8",
  // A proxy that gathers would hold back what is told now.
  "x-accel-buffering": "no",
};

/** A stream of server-sent events; after `Last-Event-ID` it goes on where it was. Throws as `watch`. */
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
  const say = (text: string) => {
    if (!controller) return;
    if ((controller.desiredSize ?? 0) < -MOST_WAITING) return close();
    controller.enqueue(encoder.encode(text));
  };
  const tell = (change: LiveChange) => {
    if (controller) say(`id: ${change.id}\ndata: ${change.kinds.join(",")}\n\n`);
    else begun.missed = change;
  };
  const watching = watch(watcher, lastId, { onChange: tell, onEnd: () => close() });
  const timer = setInterval(() => say(":\n\n"), HEARTBEAT_MS).unref();
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
      // Until something can be heard, the screen goes on asking by itself.
      void watching.ready.then((id) => {
        say(`id: ${id}\ndata:\n\n`);
        if (begun.missed) tell(begun.missed);
      });
    },
    cancel() {
      controller = null;
      end();
    },
  });
}
