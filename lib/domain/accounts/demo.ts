/** The seeded demo merchant's sign-in. It is public: only an installation that was started with
 *  its own embedded database has this account, and the sign-in page shows it there. */
export const DEMO = {
  accountName: "Kaffeerösterei Lindenhof",
  country: "DE",
  userName: "Mara Lindner",
  email: "demo@paydesk.example",
  password: "lindenhof-demo",
} as const;
