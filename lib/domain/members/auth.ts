import { env } from "#lib/kernel/env.ts";

export const AUTH_BASE_PATH = "/internal/auth";

/** The name of a cookie, with the `__Host-` prefix over TLS, where browsers honour it. */
export function cookieName(name: string): string {
  return isSecure() ? `__Host-${name}` : name;
}

export function isSecure(): boolean {
  return env.publicUrl.startsWith("https:");
}

type Library = ReturnType<typeof import("./sign-in-library.ts").configureLibrary>;
let library: Promise<Library> | undefined;

/** The sign-in library. Loaded on first use, because with its dependencies it is as large as the rest of the service, and
 *  most processes sign nobody in. */
export async function getAuth(): Promise<Library> {
  library ??= import("./sign-in-library.ts").then(({ configureLibrary }) => configureLibrary());
  return await library;
}
