import { useRef } from "react";
import { RequestFailed } from "#lib/dashboard/client.ts";

/** Sends an action under an id by which it happens once: the same id until its outcome is known, so that trying again after
 *  a lost reply finds the outcome. A definite refusal is stored under the id, and other content does not go with it, so
 *  both get a new one. `most`: actions beside one another, such as files, that are sent again each under its own. */
export function useAttempt({ most = 1 } = {}) {
  /** Ids of unknown outcome by what they were sent with, the latest last. */
  const open = useRef(new Map<string, string>());
  return async <Made>(
    content: unknown,
    send: (attempt: string) => Promise<Made>,
  ): Promise<Made> => {
    const of = JSON.stringify(content);
    const ids = open.current;
    const id = ids.get(of) ?? crypto.randomUUID();
    ids.delete(of);
    ids.set(of, id);
    for (const other of [...ids.keys()].slice(0, -most)) ids.delete(other);
    try {
      const made = await send(id);
      ids.delete(of);
      return made;
    } catch (error) {
      if (isAnswered(error)) ids.delete(of);
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
