export { cookieName, isSecure } from "./auth.ts";
export { addMemberIn, createUserIn } from "./create-user.ts";
export { findSession } from "./find-session.ts";
export { hashPassword } from "./password.ts";
export { mayDo, type Permission, permissionsOf } from "./permissions.ts";
export { signIn, signOut } from "./sign-in.ts";
export { findUserName, listMemberships } from "./store.ts";
export type { Membership, Role, User } from "./types.ts";
