-- The service's role has neither UPDATE nor DELETE on the audit log (docs/decisions/0036): no trigger need refuse them.
DROP TRIGGER "audit_entries_append_only" ON "audit_entries";--> statement-breakpoint
DROP FUNCTION "refuse_audit_change"();--> statement-breakpoint
-- Only a table's owner may analyze it on every version of PostgreSQL, and a replay's set is counted by the service.
CREATE FUNCTION "analyze_replay_items"("day" text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
BEGIN
  IF "day" !~ '^replay_items_[0-9]{8}$' THEN
    RAISE EXCEPTION '% is no day of replay_items', "day";
  END IF;
  EXECUTE format('analyze public.%I, public.replay_claims', "day");
END $$;--> statement-breakpoint
REVOKE ALL ON FUNCTION "analyze_replay_items"(text) FROM PUBLIC;
