/** The parts of the frame that are loaded after a screen works, as one file instead of a request each. */

export { AlertBell } from "../alerts/alert-bell.tsx";
export { SandboxClock } from "../sandbox-clock/sandbox-clock.tsx";
export { ConfirmPerson } from "./confirm-person.tsx";
export { FavouriteStar } from "./favourite-star.tsx";
export { KeyboardHelp } from "./keyboard-help.tsx";
export { ListNeighbours } from "./list-neighbours.tsx";
export { PageEnd } from "./page-end.tsx";
export { Seen } from "./seen.tsx";
export { Tour } from "./tour.tsx";
