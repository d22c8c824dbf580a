import { PACKAGE_VERSION } from "../../packages/paydesk/src/core/version.ts";

/** Where an installation hands out the npm package, which is on no registry. The bytes at an address never change. */
export const packageAt = (origin: string) => `${origin}/docs/paydesk-${PACKAGE_VERSION}.tgz`;

/** Forwards the events of an account to a port of this machine. */
export const listenAt = (origin: string, port = 4242) => `npm install ${packageAt(origin)}
npx paydesk listen --url ${origin} --forward-to http://localhost:${port}/hooks`;
