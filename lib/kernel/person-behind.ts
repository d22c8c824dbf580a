// The dashboard's own key speaks for the account. Whoever presses the button is known beside the request only, so
// that no header from outside can name somebody else.

const PEOPLE = new WeakMap<Request, string>();

/** Notes the user who has the dashboard make this call of the API in process. */
export function callFor(request: Request, userId: string): void {
  PEOPLE.set(request, userId);
}

/** The user behind a call with the dashboard's own key; undefined of every other call. */
export function personBehind(request: Request): string | undefined {
  return PEOPLE.get(request);
}
