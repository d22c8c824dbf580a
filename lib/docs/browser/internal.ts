/** The signed-in person, as far as the documentation needs it. */
export type Visitor = { account: { name: string }; may: readonly string[] };

/** A refusal of the dashboard's API. */
export class Refused extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Calls the dashboard's API with the session of this browser. Throws `Refused` for anything but a 2xx. */
export async function askInternal<Answer>(path: string, body?: unknown): Promise<Answer> {
  const headers = { "x-paydesk-request": "1", accept: "application/json" };
  const init =
    body === undefined
      ? { headers }
      : {
          method: "POST",
          headers: { ...headers, "content-type": "application/json" },
          body: JSON.stringify(body),
        };
  const response = await fetch(`/internal${path}`, { ...init, credentials: "same-origin" });
  const answer = (await response.json().catch(() => null)) as
    | (Answer & { error?: { message?: string } })
    | null;
  if (!response.ok || answer === null) {
    throw new Refused(response.status, answer?.error?.message ?? "The service did not respond.");
  }
  return answer;
}

let visitor: Promise<Visitor | null> | null = null;

/** The signed-in person, or null. Asked once for a page. */
export function readVisitor(): Promise<Visitor | null> {
  visitor ??= askInternal<Visitor>("/session").catch((error) => {
    visitor = null;
    if (error instanceof Refused && error.status === 401) return null;
    throw error;
  });
  return visitor;
}

/** The page to sign in, which returns here. */
export const signInUrl = () =>
  `/sign-in?next=${encodeURIComponent(location.pathname + location.hash)}`;
