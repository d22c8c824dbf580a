/** How to sign in to the demo merchant. It is published, so it works only while nobody but the users of this machine
 *  can reach the installation: see `signIn`. */
export const DEMO_SIGN_IN = {
  email: "demo@paydesk.example",
  password: "lindenhof-demo",
} as const;

/** Whether somebody signs in with the published password. Compared in the form in which it is hashed. */
export function isDemoSignIn({ email, password }: { email: string; password: string }): boolean {
  return email === DEMO_SIGN_IN.email && password.normalize("NFKC") === DEMO_SIGN_IN.password;
}
