import { z } from "zod";
import { defineRoute } from "./route.ts";
import { expandable, idOf } from "./shared.ts";

export const listenerWire = z
  .object({
    object: z.literal("listener"),
    account: idOf("acct"),
    livemode: z.boolean().meta({ description: "Whether it is in live mode" }),
    secret: z.string().meta({
      description: "Signs events that `listen` forwards; always the same for an account and mode",
      pattern: "^whsec_",
    }),
    latest_event: expandable("evt", "event")
      .nullable()
      .meta({ description: "The newest event: list later ones with `ending_before`" }),
  })
  .meta({
    id: "listener",
    description: "What a client needs to forward events to a local address",
  });
export type ListenerWire = z.output<typeof listenerWire>;

export const readListenerRoute = defineRoute({
  method: "get",
  path: "/v1/listener",
  name: "read_listener",
  group: "Events",
  summary: "Start listening",
  description:
    "Returns a signing secret and the newest event, so that a client can forward events to an address on your own machine. Then poll `GET /v1/events?ending_before=…`. Start each poll a few seconds back: events created in the same moment may become visible in another order.",
  scope: "events:read",
  bucket: "reads",
  response: {
    status: 200,
    schema: listenerWire,
    example: {
      object: "listener",
      account: "acct_01kp0a2m5p8s1v4y7z0b3d6f9h",
      livemode: false,
      secret: "whsec_3fP0mZ8kQ2xV5tB7nR1yC4wL6jH9dGsA",
      latest_event: "evt_01kp0c5n7v3m8q2w4x6y9z1b5d",
    },
  },
  returns: "listener",
  sensitive: true,
});
