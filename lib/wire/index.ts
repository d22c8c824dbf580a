export { type WireNoun, type WireSource, wireAt, wireIn, wireOf } from "./objects.ts";
export { renderEventBody } from "./versions/render-event-body.ts";
