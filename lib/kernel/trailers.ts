/** Headers that are known only when a body is whole, and so follow it (RFC 9110 §6.5). */
export type Trailers = {
  names: readonly string[];
  /** Asked for when the body has ended. */
  values(): Record<string, string>;
  /** Told of each piece of the body that has left this process. */
  sent(bytes: Uint8Array): void;
};

const announced = new WeakMap<Request, Trailers>();

/** Says that the answer to a request has trailers. Whoever sends it looks them up by the request, because
 *  a web `Response` has no place for them. */
export function announceTrailers(request: Request, trailers: Trailers): void {
  announced.set(request, trailers);
}

export function trailersOf(request: Request): Trailers | undefined {
  return announced.get(request);
}
