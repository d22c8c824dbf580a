import { getOwnerPool } from "#db/owner.ts";

/** Skips unsealed entries: their hash could not be computed after the erasure. */
const ERASE = `
  with person as (select id, email from auth_users where id = $2 or email = lower($2))
  delete from audit_people p using audit_entries e, audit_seals s
   where p.account_id = $1 and e.account_id = $1 and s.account_id = $1 and e.id = p.id and s.id = p.id
     and (e.actor_id = $2 or e.subject_id = $2 or lower(p.subject_name) = lower($2)
          or e.actor_id in (select id from person) or e.subject_id in (select id from person)
          or lower(p.subject_name) in (select email from person))`;

/** Deletes the personal values of a person's entries. Returns the number of entries. */
export async function erase(accountId: string, person: string): Promise<number> {
  return (await getOwnerPool().query(ERASE, [accountId, person])).rowCount ?? 0;
}
