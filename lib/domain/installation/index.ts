export { heldSince, holdInstallation, releaseInstallation } from "./hold.ts";
export { type Refusal, useInstallationKeys, whyNotStart } from "./start-checks.ts";
export { watchWebProcesses } from "./web-processes.ts";
