import { bigint, boolean, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { bytea, createdColumn, moment } from "./columns.ts";

/** The tables of better-auth, under our names. Its field names are fixed by the library. */

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

/** Attempts at signing in, counted per subject in a window of time. */
export const authSignInFailures = pgTable("auth_sign_in_failures", {
  /** Keyed hash of a network address, an e-mail address, or both. */
  subject: bytea("subject").primaryKey(),
  failures: integer("failures").notNull(),
  windowStartedAt: moment("window_started_at").notNull(),
});

/** Network addresses from which a person has signed in: guesses from elsewhere do not count against them there. */
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

/** Browsers from which a person has signed in: they are told of another one. */
export const authKnownDevices = pgTable(
  "auth_known_devices",
  {
    userId: text("user_id")
      .notNull()
      .references(() => authUsers.id, { onDelete: "cascade" }),
    /** Keyed hash of what is in the browser's cookie. */
    device: bytea("device").notNull(),
    seenAt: moment("seen_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.device] })],
);

/** Wrong passwords and stops at the sign-in that the audit log is still to be told of. Whether the e-mail address has an
 *  account is looked up later, so that answering takes as long either way. */
export const authRefusals = pgTable("auth_refusals", {
  requestId: text("request_id").primaryKey(),
  email: text("email").notNull(),
  isStop: boolean("is_stop").notNull(),
  attempts: integer("attempts").notNull(),
  address: text("address"),
  client: text("client"),
  refusedAt: moment("refused_at").notNull().defaultNow(),
});

/** Requests for a link that sets a new password, until a worker takes them. Whether the e-mail address has an account is
 *  looked up there, so that answering takes as long either way. */
export const authResetRequests = pgTable("auth_reset_requests", {
  requestId: text("request_id").primaryKey(),
  email: text("email").notNull(),
  address: text("address"),
  client: text("client"),
  requestedAt: moment("requested_at").notNull().defaultNow(),
});

/** The one link that sets a new password of a person: a newer one replaces it, its use deletes it. */
export const authPasswordResets = pgTable("auth_password_resets", {
  userId: text("user_id")
    .primaryKey()
    .references(() => authUsers.id, { onDelete: "cascade" }),
  /** Keyed hash of what stands in the link. */
  tokenHash: bytea("token_hash").notNull().unique("auth_password_resets_token"),
  expiresAt: moment("expires_at").notNull(),
});

/** What is known of a session besides: whether its person has confirmed who they are, and when they were
 *  last seen. */
export const authSessionStates = pgTable("auth_session_states", {
  sessionId: text("session_id")
    .primaryKey()
    .references(() => authSessions.id, { onDelete: "cascade" }),
  /** The last time a password or a code was given. */
  confirmedAt: moment("confirmed_at").notNull(),
  /** Null while the second factor of a person who has one is still asked for. */
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
  /** Null until a first code was given: nobody is asked for a factor that was never set up. */
  enabledAt: moment("enabled_at"),
  /** The time step of the last code that was used: neither it nor an earlier one is taken again. */
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
    /** As the authenticator names it, in base64url. */
    credentialId: text("credential_id").notNull().unique(),
    publicKey: bytea("public_key").notNull(),
    /** How often it has signed; 0 for ever where the authenticator does not count. */
    signatures: bigint("signatures", { mode: "number" }).notNull(),
    transports: text("transports").array().notNull(),
    name: text("name").notNull(),
    createdAt: createdColumn(),
    usedAt: moment("used_at"),
  },
  (t) => [index("auth_passkeys_user").on(t.userId)],
);

/** Challenges that a passkey has signed, until they would not be taken any more: each is good once. */
export const authUsedChallenges = pgTable("auth_used_challenges", {
  challenge: text("challenge").primaryKey(),
  expiresAt: moment("expires_at").notNull(),
});

/** Codes for whoever lost their authenticator, each good once. */
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
