import { useRef } from "react";
import { RequestFailed } from "#lib/dashboard/client.ts";

type Attempt = { of: string; id: string };

/** Sends an action under an id by which it happens once: the same id until its outcome is known, so that trying again after
 *  a lost reply finds the outcome. A definite refusal is stored under the id, and other content does not go with it, so
 *  both get a new one. */
export function useAttempt() {
  const last = useRef<Attempt | null>(null);
  return async <Made>(
    content: unknown,
    send: (attempt: string) => Promise<Made>,
  ): Promise<Made> => {
    const of = JSON.stringify(content);
    if (last.current?.of !== of) last.current = { of, id: crypto.randomUUID() };
    try {
      const made = await send(last.current.id);
      last.current = null;
      return made;
    } catch (error) {
      if (isAnswered(error)) last.current = null;
      throw error;
    }
  };
}

/** Whether the outcome of a failed action is known: it was refused. */
export function isAnswered(error: unknown): boolean {
  if (!(error instanceof RequestFailed)) return false;
  const { status, code } = error;
  return status >= 400 && status < 500 && code !== "idempotency_in_progress";
}
