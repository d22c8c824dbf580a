export { cookieName, isSecure } from "./auth.ts";
export { changeRole, listMembersWhoMayIn, removeMember } from "./change-member.ts";
export { changePassword, type PasswordOutcome } from "./change-password.ts";
export {
  type Confirmation,
  confirmPerson,
  giveSecondFactor,
  isFresh,
} from "./confirm-person.ts";
export { addMemberIn, checkedEmail, createUserIn } from "./create-user.ts";
export { DEMO_SIGN_IN } from "./demo-sign-in.ts";
export {
  acceptInvitation,
  inviteMember,
  readInvitation,
  resendInvitation,
  revokeInvitation,
} from "./invite-member.ts";
export { makeResetLink, setPasswordByOperator } from "./operator-reset.ts";
export {
  endAllSessionsByOperator,
  endSessionsByOperator,
  removeSecondFactorByOperator,
} from "./operator-sign-out.ts";
export {
  addPasskey,
  beginPasskey,
  listPasskeys,
  passkeyHost,
  removePasskey,
} from "./passkeys.ts";
export { checkPassword, hashNewPassword, hashPassword, isPasswordOf } from "./password.ts";
export { mayDo, type Permission, permissionsOf } from "./permissions.ts";
export { requestReset, resetPassword, sendResetLinks } from "./reset-password.ts";
export {
  askSecondFactor,
  beginSecondFactor,
  disableSecondFactor,
  enableSecondFactor,
  type Person,
  renewRecoveryCodes,
} from "./second-factor.ts";
export { changeSessionEnds } from "./session-ends.ts";
export { countRecoveryCodes } from "./session-store.ts";
export {
  endOtherSessions,
  endSession,
  findSession,
  keepActiveSessions,
  listSessions,
  noteSeen,
  type Session,
} from "./sessions.ts";

export { type SignInOutcome, signIn, signOut } from "./sign-in.ts";
export { noteRefusals, type SignInFrom } from "./sign-in-notes.ts";
export { askForPasskey, signInWithPasskey } from "./sign-in-passkey.ts";
export { findUserName, listMemberships } from "./store.ts";
export { listInvitations, listTeam } from "./team-store.ts";
export { countGuess, countSignUp } from "./throttle.ts";
export { codeOf, stepAt } from "./totp.ts";
export type {
  Invitation,
  Membership,
  Passkey,
  PersonSession,
  SessionEnds,
  TeamMember,
  User,
} from "./types.ts";
