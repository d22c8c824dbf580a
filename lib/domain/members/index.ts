export { cookieName, isSecure } from "./auth.ts";
export {
  changePassword,
  type PasswordOutcome,
  requestReset,
  resetPassword,
  sendResetLinks,
} from "./change-password.ts";
export {
  type Confirmation,
  confirmPerson,
  giveSecondFactor,
  isFresh,
} from "./confirm-person.ts";
export {
  acceptInvitation,
  inviteMemberIn,
  makeInvitationLink,
  type NewInvitation,
  readInvitation,
  resendInvitation,
  revokeInvitation,
} from "./invite-member.ts";
export {
  addMemberIn,
  changeRole,
  checkedEmail,
  createUserIn,
  listMembersWhoMayIn,
  removeMember,
} from "./members.ts";
export {
  endAllSessionsByOperator,
  endSessionsByOperator,
  makeResetLink,
  removeSecondFactorByOperator,
  setPasswordByOperator,
} from "./operator.ts";
export {
  addPasskey,
  beginPasskey,
  listPasskeys,
  passkeyHost,
  removePasskey,
} from "./passkeys.ts";
export { checkPassword, hashNewPassword, hashPassword, isPasswordOf } from "./password.ts";
export {
  LIMITED_ROLES,
  mayDo,
  type Permission,
  permissionsByRole,
  permissionsOf,
  rolesBelow,
} from "./permissions.ts";
export { pruneSignIns } from "./prune-sign-ins.ts";
export { changeRefundLimit, type RefundLimit, refundLimitOf } from "./refund-limits.ts";
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
export { DEMO_SIGN_IN, type SignInOutcome, signIn, signOut } from "./sign-in.ts";

export { noteRefusals, type SignInFrom } from "./sign-in-notes.ts";
export { askForPasskey, signInWithPasskey } from "./sign-in-passkey.ts";
export { findUserName, listMemberships } from "./store.ts";
export { listInvitations, listTeam } from "./team-store.ts";
export {
  countGuess,
  countNewPassword,
  countPairing,
  countSignUp,
  takeBackGuess,
} from "./throttle.ts";
export { codeOf, stepAt } from "./totp.ts";
export type {
  Invitation,
  Membership,
  Passkey,
  PersonSession,
  RefundLimits,
  SessionEnds,
  TeamMember,
  User,
} from "./types.ts";
