import type { Command } from "./command.ts";
import { COMPLETION } from "./completion.ts";
import { DOCTOR } from "./doctor.ts";
import { EVENTS } from "./events.ts";
import { FIXTURES } from "./fixtures.ts";
import { LISTEN } from "./listen.ts";
import { LOGIN, LOGOUT } from "./login.ts";
import { LOGS } from "./logs.ts";
import { MCP } from "./mcp.ts";
import { OPEN } from "./open.ts";
import { SAMPLES } from "./samples.ts";
import { TRIGGER } from "./trigger.ts";

/** The commands that are not calls of the contract. */
export const COMMANDS: readonly Command[] = [
  LOGIN,
  LOGOUT,
  LISTEN,
  TRIGGER,
  EVENTS,
  LOGS,
  FIXTURES,
  SAMPLES,
  OPEN,
  DOCTOR,
  COMPLETION,
  MCP,
];
