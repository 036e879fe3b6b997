-- Lists of try-ons walk from id to id, and may ask for notes of the client.
-- CreateIndex
CREATE INDEX "try_ons_account_id_env_id_idx" ON "try_ons"("account_id", "env", "id" COLLATE "C" DESC);

-- CreateIndex
CREATE INDEX "try_ons_metadata_idx" ON "try_ons" USING GIN ("metadata" jsonb_path_ops);
