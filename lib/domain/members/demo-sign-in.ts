/** The demo merchant's sign-in. It is public, so it works only while other machines cannot reach the installation (see
 *  `signIn`). */
export const DEMO_SIGN_IN = {
  email: "demo@paydesk.example",
  password: "lindenhof-demo",
} as const;

/** Whether these are the demo's credentials. Compared in the normal form that is hashed. */
export function isDemoSignIn({ email, password }: { email: string; password: string }): boolean {
  return email === DEMO_SIGN_IN.email && password.normalize("NFKC") === DEMO_SIGN_IN.password;
}
