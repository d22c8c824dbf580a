/** An answer of the API as the shell shows it. */
export type ShellAnswerView = {
  status: number;
  requestId: string | null;
  version: string | null;
  /** It was the first answer to its idempotency key again. */
  replayed: boolean;
  contentType: string;
  body: string;
  /** The body is longer than what is shown of it. */
  cut: boolean;
  durationMs: number;
  /** When it was answered. */
  at: string;
};
