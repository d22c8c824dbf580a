export { cookieName, isSecure } from "./auth.ts";
export { addMemberIn, checkedEmail, createUserIn } from "./create-user.ts";
export { findSession, type Session } from "./find-session.ts";
export { hashPassword, MAX_PASSWORD, MIN_PASSWORD } from "./password.ts";
export { mayDo, type Permission, permissionsOf } from "./permissions.ts";
export { type SignInOutcome, signIn, signOut, type Visitor } from "./sign-in.ts";
export { listMemberships } from "./store.ts";
export { type Membership, ROLES, type Role, type User } from "./types.ts";
