-- A page of the few that are not completed, without walking all of an account's. Prisma does not know partial indexes; the schema names it in a comment.
CREATE INDEX CONCURRENTLY "try_ons_account_id_env_status_id_idx" ON "try_ons"("account_id", "env", "status", "id" COLLATE "C" DESC) WHERE status <> 'completed';
