import type { Encryption } from "#lib/kernel/crypto.ts";
import { CARRIED_KEYS } from "#lib/kernel/key-ring.ts";

type Row = Readonly<Record<string, string>>;

/** One column that holds what the master key encrypted. */
export type SealedColumn = {
  table: string;
  column: string;
  /** The columns of the primary key, in its order. */
  key: readonly string[];
  kind: Encryption;
  /** The text to which the ciphertext is bound. */
  boundTo: (row: Row) => string;
  /** The column is text: this, and the ciphertext in base64. Other texts are no ciphertexts. */
  prefix?: string;
  /** The file that encrypts it. */
  writtenBy: string;
};

const byId = (row: Row) => row.id!;
const ACCOUNT_AND_ID = ["account_id", "id"];
const SECRET = "secret-encryption";

/** Every column with something that the master key encrypted (`sealed-values.test.ts` compares it with the schema and the
 *  code). */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  {
    ...{ table: "webhook_endpoints", column: "secret", key: ACCOUNT_AND_ID },
    ...{ kind: SECRET, boundTo: byId, writtenBy: "lib/domain/webhooks/endpoints/secrets.ts" },
  },
  {
    ...{ table: "webhook_endpoints", column: "previous_secret", key: ACCOUNT_AND_ID },
    ...{ kind: SECRET, boundTo: byId, writtenBy: "lib/domain/webhooks/endpoints/secrets.ts" },
  },
  {
    ...{ table: "webhook_endpoints", column: "headers", key: ACCOUNT_AND_ID, kind: SECRET },
    boundTo: ({ id }) => `${id} headers`,
    writtenBy: "lib/domain/webhooks/endpoints/headers.ts",
  },
  {
    ...{ table: "mail_messages", column: "secret", key: ACCOUNT_AND_ID },
    ...{ kind: SECRET, boundTo: byId, writtenBy: "lib/domain/mail/send-mail.ts" },
  },
  {
    ...{ table: "alert_channels", column: "url", key: ["account_id", "mode", "id"] },
    ...{ kind: SECRET, boundTo: byId, writtenBy: "lib/domain/alert-channels/change-channels.ts" },
  },
  {
    ...{ table: "auth_second_factors", column: "secret", key: ["user_id"], kind: SECRET },
    boundTo: (row) => row.user_id!,
    writtenBy: "lib/domain/members/second-factor.ts",
  },
  {
    ...{ table: "api_keys", column: "managed_secret", key: ACCOUNT_AND_ID },
    ...{ kind: SECRET, boundTo: byId, writtenBy: "lib/domain/keys/create-key.ts" },
  },
  {
    ...{ table: "book_keys", column: "private_key", key: ["id"] },
    ...{ kind: SECRET, boundTo: byId, writtenBy: "lib/domain/books/signing/keys.ts" },
  },
  {
    ...{ table: "dispute_files", column: "content", key: ["account_id", "mode", "id"] },
    ...{ kind: "file-encryption", boundTo: byId },
    writtenBy: "lib/domain/disputes/files/dispute-files.ts",
  },
  {
    ...{ table: "idempotency_keys", column: "response_body", prefix: "sealed:" },
    ...{ key: ["account_id", "mode", "key"], kind: SECRET },
    boundTo: (row) => `answer ${row.account_id} ${row.mode} ${row.key}`,
    writtenBy: "lib/domain/idempotency/key-sql.ts",
  },
  {
    ...{ table: "installation", column: "carried_keys", key: ["one"], kind: SECRET },
    boundTo: () => CARRIED_KEYS,
    writtenBy: "lib/kernel/crypto.ts",
  },
];
