import { bigint, boolean, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { bytea, createdColumn, moment } from "./columns.ts";

/** The tables of better-auth under our names. The library prescribes the field names. */

export const authUsers = pgTable("auth_users", {
  id: text("id").primaryKey(),
  name: text("name").notNull(),
  email: text("email").notNull().unique(),
  emailVerified: boolean("email_verified").notNull().default(false),
  image: text("image"),
  createdAt: createdColumn(),
  updatedAt: moment("updated_at").notNull().defaultNow(),
});

export const authSessions = pgTable(
  "auth_sessions",
  {
    id: text("id").primaryKey(),
    token: text("token").notNull().unique(),
    userId: text("user_id")
      .notNull()
      .references(() => authUsers.id, { onDelete: "cascade" }),
    expiresAt: moment("expires_at").notNull(),
    ipAddress: text("ip_address"),
    userAgent: text("user_agent"),
    createdAt: createdColumn(),
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  (t) => [index("auth_sessions_user").on(t.userId)],
);

/** A way to sign in (here: a password), not a merchant's account. */
export const authCredentials = pgTable(
  "auth_credentials",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id").notNull(),
    providerId: text("provider_id").notNull(),
    userId: text("user_id")
      .notNull()
      .references(() => authUsers.id, { onDelete: "cascade" }),
    accessToken: text("access_token"),
    refreshToken: text("refresh_token"),
    idToken: text("id_token"),
    accessTokenExpiresAt: moment("access_token_expires_at"),
    refreshTokenExpiresAt: moment("refresh_token_expires_at"),
    scope: text("scope"),
    password: text("password"),
    createdAt: createdColumn(),
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  (t) => [index("auth_credentials_user").on(t.userId)],
);

export const authVerifications = pgTable("auth_verifications", {
  id: text("id").primaryKey(),
  identifier: text("identifier").notNull(),
  value: text("value").notNull(),
  expiresAt: moment("expires_at").notNull(),
  createdAt: createdColumn(),
  updatedAt: moment("updated_at").notNull().defaultNow(),
});

export const authRateLimits = pgTable("auth_rate_limits", {
  id: text("id").primaryKey(),
  key: text("key").notNull().unique(),
  count: integer("count").notNull(),
  lastRequest: bigint("last_request", { mode: "number" }).notNull(),
});

/** Failed sign-ins per subject in a window of time. */
export const authSignInFailures = pgTable("auth_sign_in_failures", {
  /** Keyed hash of a network address, an e-mail address, or both. */
  subject: bytea("subject").primaryKey(),
  failures: integer("failures").notNull(),
  windowStartedAt: moment("window_started_at").notNull(),
});

/** Network addresses from which a person has signed in: failures from elsewhere do not lock the person out there. */
export const authKnownPlaces = pgTable(
  "auth_known_places",
  {
    userId: text("user_id")
      .notNull()
      .references(() => authUsers.id, { onDelete: "cascade" }),
    /** Keyed hash of the network address. */
    place: bytea("place").notNull(),
    seenAt: moment("seen_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.place] })],
);

/** Browsers from which a person has signed in; the person is notified of a new one. */
export const authKnownDevices = pgTable(
  "auth_known_devices",
  {
    userId: text("user_id")
      .notNull()
      .references(() => authUsers.id, { onDelete: "cascade" }),
    /** Keyed hash of the browser's cookie. */
    device: bytea("device").notNull(),
    seenAt: moment("seen_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.device] })],
);

/** Wrong passwords and blocked sign-ins that are not in the audit log yet. A worker looks up later whether the e-mail
 * address has an account, so that the response takes equally long in both cases. */
export const authRefusals = pgTable("auth_refusals", {
  requestId: text("request_id").primaryKey(),
  email: text("email").notNull(),
  isStop: boolean("is_stop").notNull(),
  attempts: integer("attempts").notNull(),
  address: text("address"),
  client: text("client"),
  refusedAt: moment("refused_at").notNull().defaultNow(),
});

/** Requests for a link that sets a new password, until a worker takes them. The worker looks up whether the e-mail
 * address has an account, so that the response takes equally long in both cases. */
export const authResetRequests = pgTable("auth_reset_requests", {
  requestId: text("request_id").primaryKey(),
  email: text("email").notNull(),
  address: text("address"),
  client: text("client"),
  requestedAt: moment("requested_at").notNull().defaultNow(),
});

/** A person's one link that sets a new password: a newer one replaces it, its use deletes it. */
export const authPasswordResets = pgTable("auth_password_resets", {
  userId: text("user_id")
    .primaryKey()
    .references(() => authUsers.id, { onDelete: "cascade" }),
  /** Keyed hash of the token in the link. */
  tokenHash: bytea("token_hash").notNull().unique("auth_password_resets_token"),
  expiresAt: moment("expires_at").notNull(),
});

/** More state of a session: whether its person has confirmed their identity, and when they were last active. */
export const authSessionStates = pgTable("auth_session_states", {
  sessionId: text("session_id")
    .primaryKey()
    .references(() => authSessions.id, { onDelete: "cascade" }),
  /** The last time a password or a code was entered. */
  confirmedAt: moment("confirmed_at").notNull(),
  /** Null until a person with a second factor has entered it. */
  secondFactorAt: moment("second_factor_at"),
  lastSeenAt: moment("last_seen_at").notNull(),
  lastAddress: text("last_address"),
});

/** A person's authenticator app. */
export const authSecondFactors = pgTable("auth_second_factors", {
  userId: text("user_id")
    .primaryKey()
    .references(() => authUsers.id, { onDelete: "cascade" }),
  /** Encrypted, bound to the person's id. */
  secret: bytea("secret").notNull(),
  /** Null until the first code was entered: a factor that was never set up is not required. */
  enabledAt: moment("enabled_at"),
  /** The time step of the last used code: neither it nor an earlier one is accepted again. */
  lastStep: bigint("last_step", { mode: "number" }).notNull().default(0),
  createdAt: createdColumn(),
});

/** A person's passkeys (WebAuthn credentials). */
export const authPasskeys = pgTable(
  "auth_passkeys",
  {
    id: text("id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => authUsers.id, { onDelete: "cascade" }),
    /** The authenticator's id of it, in base64url. */
    credentialId: text("credential_id").notNull().unique(),
    publicKey: bytea("public_key").notNull(),
    /** Number of signatures so far; always 0 if the authenticator does not count. */
    signatures: bigint("signatures", { mode: "number" }).notNull(),
    transports: text("transports").array().notNull(),
    name: text("name").notNull(),
    createdAt: createdColumn(),
    usedAt: moment("used_at"),
  },
  (t) => [index("auth_passkeys_user").on(t.userId)],
);

/** Challenges that a passkey has signed, kept until they expire: each can be used once. */
export const authUsedChallenges = pgTable("auth_used_challenges", {
  challenge: text("challenge").primaryKey(),
  expiresAt: moment("expires_at").notNull(),
});

/** Codes for a person who lost their authenticator; each can be used once. */
export const authRecoveryCodes = pgTable(
  "auth_recovery_codes",
  {
    userId: text("user_id")
      .notNull()
      .references(() => authUsers.id, { onDelete: "cascade" }),
    hash: bytea("hash").notNull(),
    usedAt: moment("used_at"),
  },
  (t) => [primaryKey({ columns: [t.userId, t.hash] })],
);
