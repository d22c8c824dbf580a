import type { Addresses } from "#db/roles.ts";
import { type Postgres, type ServerOptions, startPrimary } from "../postgres.ts";

export type Server = Postgres & Addresses;

/** Starts a server with the two roles and the empty database of docs/operations.md. */
export async function startServer(options: ServerOptions): Promise<Server> {
  const server = await startPrimary(options);
  await server.ask("create role paydesk_owner login password 'owner'");
  await server.ask("create role paydesk_service login password 'service'");
  await server.ask("create database paydesk owner paydesk_owner");
  const as = (user: string) => `postgres://${user}@${server.host}:${server.port}/paydesk`;
  return {
    ...server,
    ownerUrl: as("paydesk_owner:owner"),
    serviceUrl: as("paydesk_service:service"),
  };
}
