import type { BehaviourChange } from "../change.ts";

export const eventBodiesHaveObject: BehaviourChange = {
  name: "event_bodies_have_object",
  date: "2026-12-01",
  title: "Delivered events have object",
  description:
    'The body of a delivery has `object: "event"`, as `GET /v1/events` always had. Earlier versions send the body without it. Every ' +
    "JSON body that Paydesk sends now says what it is.",
  affects: { objects: [], requests: [], deliveries: true },
};
