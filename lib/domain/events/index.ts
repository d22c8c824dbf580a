export { emitEvent } from "./emit-event.ts";
export { eventFanoutSql, FANOUT_PARAMS } from "./fanout.ts";
export { pokeDispatcher } from "./poke-dispatcher.ts";
export { listenForPokes } from "./store.ts";
export {
  EVENT_TYPES,
  type Event,
  type EventType,
  type NewEvent,
  type RetryClass,
} from "./types.ts";
export { installWireSerializers, wireOf } from "./wire.ts";
