/** Headers that follow the body because they are known only at its end (RFC 9110 §6.5). */
export type Trailers = {
  names: readonly string[];
  /** Called at the end of the body. */
  values(): Record<string, string>;
  /** Called for each chunk of the body that was sent. */
  sent(bytes: Uint8Array): void;
};

const announced = new WeakMap<Request, Trailers>();

/** Registers trailers for the response to a request. The server looks them up by the request, because a web `Response`
 *  cannot hold them. */
export function announceTrailers(request: Request, trailers: Trailers): void {
  announced.set(request, trailers);
}

export function trailersOf(request: Request): Trailers | undefined {
  return announced.get(request);
}
