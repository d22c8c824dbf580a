-- Earlier versions kept card data that was written in ways their filters did not know: in the log of requests, in the
-- names of callers and in the audit log. This removes it, and tells how many rows were cleaned.

-- Whether a text holds what looks like a card number: with signs between its digits, percent-encoded, or in digits of
-- other scripts. Finds more than `lib/kernel/card-numbers.ts` does, never less of what was let in.
CREATE FUNCTION has_card_number(given text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  plain text;
  run text;
  digits text;
  part text;
  total int;
  digit int;
BEGIN
  IF given IS NULL THEN RETURN false; END IF;
  plain := given;
  FOR round IN 1..3 LOOP
    plain := replace(plain, '%25', '%');
    plain := regexp_replace(plain, '(%|\\u00|\\x)3([0-9])', '\2', 'gi');
    plain := regexp_replace(plain, '%(20|2[b-f]|5f|09|0a|0d|7c|c2%a0|e2%80%[89a-b][0-9a-f])', ' ', 'gi');
  END LOOP;
  plain := regexp_replace(normalize(plain, NFKC), '[\u00ad\u200b-\u200f\u2060\ufeff]', '', 'g');
  plain := translate(plain,
    '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९০১২৩৪৫৬৭৮৯๐๑๒๓๔๕๖๗๘๙',
    '01234567890123456789012345678901234567890123456789');
  -- Ids of ours and UUIDs.
  plain := regexp_replace(plain, '\m[a-z]{2,4}_01[0-9a-hjkmnp-tv-z]{22}\M', 'x', 'g');
  plain := regexp_replace(plain, '\m[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\M', 'x', 'gi');
  FOR run IN SELECT (regexp_matches(plain, '((?:[0-9][^[:alpha:]0-9]{0,4}){12,}[0-9])', 'g'))[1] LOOP
    digits := left(regexp_replace(run, '[^0-9]', '', 'g'), 400);
    FOR from_digit IN 1..length(digits) - 12 LOOP
      FOREACH total IN ARRAY ARRAY[13, 14, 15, 16, 17, 18, 19] LOOP
        part := substr(digits, from_digit, total);
        CONTINUE WHEN length(part) < total OR part !~ CASE total
          WHEN 13 THEN '^4'
          WHEN 14 THEN '^3[0689]'
          WHEN 15 THEN '^(3[47]|50|5[678]|6[37])'
          ELSE '^([2356]|4|81)' END;
        digit := 0;
        FOR i IN 0..total - 1 LOOP
          digit := digit + CASE
            WHEN i % 2 = 0 THEN substr(part, total - i, 1)::int
            ELSE (ARRAY[0, 2, 4, 6, 8, 1, 3, 5, 7, 9])[substr(part, total - i, 1)::int + 1] END;
        END LOOP;
        IF digit % 10 = 0 THEN RETURN true; END IF;
      END LOOP;
    END LOOP;
  END LOOP;
  RETURN false;
END $$;
--> statement-breakpoint
-- A quick look first: the function is slow, and almost no text has that many digits.
CREATE FUNCTION may_have_card_number(given text) RETURNS boolean LANGUAGE sql AS $$
  SELECT given ~ '%[0-9a-fA-F]{2}|\\[ux]|[^ -~]|([0-9][^[:alpha:]0-9]{0,4}){12}[0-9]'
$$;
--> statement-breakpoint
DO $$
DECLARE
  cleaned_requests bigint;
  cleaned_callers bigint;
  cleaned_sessions bigint;
  cleaned_entries bigint;
BEGIN
  -- Bodies may hold numbers and codes under any name and in any encoding, and may be cut: none of them stays.
  WITH found AS (
    SELECT account_id, mode, id,
           path ~* '\?.*(%|\+|card|cvc|cvv|code|number|password|secret|token|iban)'
             OR (may_have_card_number(path) AND has_card_number(path)) AS in_path,
           may_have_card_number(user_agent) AND has_card_number(user_agent) AS in_client,
           may_have_card_number(idempotency_key) AND has_card_number(idempotency_key) AS in_key,
           may_have_card_number(response_body) AND has_card_number(response_body) AS in_answer
      FROM api_requests
  )
  UPDATE api_requests r
     SET request_body = NULL,
         request_cut = r.request_cut OR r.request_body IS NOT NULL,
         path = CASE
           WHEN NOT f.in_path THEN r.path
           WHEN has_card_number(split_part(r.path, '?', 1)) THEN '/v1/…'
           ELSE split_part(r.path, '?', 1) || '?…' END,
         user_agent = CASE WHEN f.in_client THEN NULL ELSE r.user_agent END,
         idempotency_key = CASE WHEN f.in_key THEN NULL ELSE r.idempotency_key END,
         response_body = CASE WHEN f.in_answer THEN NULL ELSE r.response_body END
    FROM found f
   WHERE r.account_id = f.account_id AND r.mode = f.mode AND r.id = f.id
     AND (r.request_body IS NOT NULL OR f.in_path OR f.in_client OR f.in_key OR f.in_answer);
  GET DIAGNOSTICS cleaned_requests = ROW_COUNT;

  -- Their requests are counted with the callers that have no name of their own.
  WITH gone AS (
    DELETE FROM api_key_callers
     WHERE may_have_card_number(client) AND has_card_number(client)
    RETURNING *
  ), counted AS (
    INSERT INTO api_key_callers AS c
           (account_id, key_id, per, start, address, client, version, requests, errors, last_at)
    SELECT account_id, key_id, per, start, 'other', 'other', version, sum(requests), sum(errors), max(last_at)
      FROM gone GROUP BY account_id, key_id, per, start, version
    ON CONFLICT (account_id, key_id, per, start, address, client, version) DO UPDATE
       SET requests = c.requests + excluded.requests, errors = c.errors + excluded.errors,
           last_at = greatest(c.last_at, excluded.last_at)
  )
  SELECT count(*) INTO cleaned_callers FROM gone;

  UPDATE auth_sessions SET user_agent = NULL
   WHERE may_have_card_number(user_agent) AND has_card_number(user_agent);
  GET DIAGNOSTICS cleaned_sessions = ROW_COUNT;

  -- Entries are never changed otherwise, which a trigger sees to.
  ALTER TABLE audit_entries DISABLE TRIGGER USER;
  WITH found AS (
    SELECT account_id, id,
           may_have_card_number(client) AND has_card_number(client) AS in_client,
           may_have_card_number(subject_name) AND has_card_number(subject_name) AS in_subject,
           may_have_card_number(actor_name) AND has_card_number(actor_name) AS in_actor,
           may_have_card_number(before::text) AND has_card_number(before::text) AS in_before,
           may_have_card_number(after::text) AND has_card_number(after::text) AS in_after
      FROM audit_entries
  )
  UPDATE audit_entries e
     SET client = CASE WHEN f.in_client THEN NULL ELSE e.client END,
         subject_name = CASE WHEN f.in_subject THEN '…' ELSE e.subject_name END,
         actor_name = CASE WHEN f.in_actor THEN '…' ELSE e.actor_name END,
         before = CASE WHEN f.in_before THEN '{"removed": "card data"}' ELSE e.before END,
         after = CASE WHEN f.in_after THEN '{"removed": "card data"}' ELSE e.after END
    FROM found f
   WHERE e.account_id = f.account_id AND e.id = f.id
     AND (f.in_client OR f.in_subject OR f.in_actor OR f.in_before OR f.in_after);
  GET DIAGNOSTICS cleaned_entries = ROW_COUNT;
  ALTER TABLE audit_entries ENABLE TRIGGER USER;

  IF cleaned_requests + cleaned_callers + cleaned_sessions + cleaned_entries > 0 THEN
    RAISE NOTICE 'card data was cleaned from % requests, % callers, % sessions and % audit entries; see docs/operations.md',
      cleaned_requests, cleaned_callers, cleaned_sessions, cleaned_entries;
  END IF;
END $$;
--> statement-breakpoint
DROP FUNCTION has_card_number(text), may_have_card_number(text);
