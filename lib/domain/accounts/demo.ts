import { DEMO_SIGN_IN } from "#lib/domain/members/index.ts";

/** The seeded demo merchant: only an installation that was started with its own embedded database on this machine
 *  alone has this account, and its sign-in page shows how to sign in. */
export const DEMO = {
  accountName: "Kaffeerösterei Lindenhof",
  country: "DE",
  userName: "Mara Lindner",
  ...DEMO_SIGN_IN,
} as const;
