import type { Listener } from "#lib/domain/webhooks/index.ts";
import type { ListenerWire } from "../contract/listener.ts";

export function toListenerWire({ accountId, mode, secret, latestEvent }: Listener): ListenerWire {
  return {
    object: "listener",
    account: accountId,
    livemode: mode === "live",
    secret,
    latest_event: latestEvent,
  };
}
