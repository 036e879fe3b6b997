-- Takes the turn of an account and counts its try-ons after it: one round trip for what were four. Each query of a volatile function
-- sees what was committed before it began, so that what the holder of the lock before has inserted is counted.
CREATE FUNCTION "count_in_flight"("of_account" TEXT, "of_env" "key_env", "of_session" TEXT, "of_batch" TEXT, "of_token" TEXT)
RETURNS TABLE ("open_rows" INTEGER, "open_others" INTEGER, "made_by_token" INTEGER)
LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('in flight ' || of_account || ' ' || of_env, 0));
  RETURN QUERY
    SELECT count(*)::int,
      count(DISTINCT COALESCE(t.batch_id, t.id)) FILTER (WHERE t.batch_id IS DISTINCT FROM of_batch OR t.batch_id IS NULL)::int,
      CASE WHEN of_token IS NULL THEN 0 ELSE (
        SELECT count(*)::int FROM try_ons m
        WHERE m.account_id = of_account AND m.env = of_env AND m.session_id = of_session AND m.client_token_id = of_token) END
    FROM try_ons t WHERE t.account_id = of_account AND t.env = of_env AND t.status IN ('queued', 'processing');
END
$$;
