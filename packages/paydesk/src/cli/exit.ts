/** Exit codes, which are kept: scripts depend on them. */
export const EXIT = {
  ok: 0,
  /** The service refused the call, or a check failed. */
  refused: 1,
  /** The command line is wrong. */
  usage: 2,
  /** There is no key, or the service does not accept it. */
  key: 3,
  /** The service cannot be reached, or failed. */
  unavailable: 4,
} as const;

export const EXIT_HELP = `Exit codes: 0 done, 1 refused, 2 wrong usage, 3 no or invalid key, 4 the service cannot be reached or failed`;

/** A command was called wrongly. The message says what to change. */
export class UsageError extends Error {}

/** A command cannot do its work, for a reason that is no fault of the program. */
export class Failed extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode: number = EXIT.refused) {
    super(message);
    this.exitCode = exitCode;
  }
}
