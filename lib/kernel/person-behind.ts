// The managed key acts for the account. The user behind a call is stored outside the request's headers, so that no
// caller can claim to be someone else.

const PEOPLE = new WeakMap<Request, string>();

/** Records the user for whom the dashboard makes this in-process API call. */
export function callFor(request: Request, userId: string): void {
  PEOPLE.set(request, userId);
}

/** The user behind a call with the managed key; undefined for every other call. */
export function personBehind(request: Request): string | undefined {
  return PEOPLE.get(request);
}
