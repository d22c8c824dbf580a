export { addMemberIn, checkedEmail, createUserIn } from "./create-user.ts";
export { hashPassword, MAX_PASSWORD, MIN_PASSWORD } from "./password.ts";
export { listMemberships } from "./store.ts";
export { type Membership, ROLES, type Role, type User } from "./types.ts";
