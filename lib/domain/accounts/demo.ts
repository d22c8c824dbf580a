import { DEMO_SIGN_IN } from "#lib/domain/members/index.ts";

/** The seeded demo merchant. It exists only in an installation with the embedded database that other machines cannot
 *  reach; the sign-in page shows its password. */
export const DEMO = {
  accountName: "Kaffeerösterei Lindenhof",
  country: "DE",
  userName: "Mara Lindner",
  ...DEMO_SIGN_IN,
} as const;
