import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { db } from "#db/client.ts";
import * as authSchema from "#db/schema/auth.ts";
import { inDatabaseTime } from "./store.ts";

/** The sign-in library's database adapter, in the database's time. */
export function authDatabase(): ReturnType<typeof drizzleAdapter> {
  const connect = drizzleAdapter(db(), { provider: "pg", schema: authSchema });
  return (options) => inDatabaseTime(connect(options));
}
