-- Lists of products walk from id to id.
-- CreateIndex
CREATE INDEX "products_account_id_env_id_idx" ON "products"("account_id", "env", "id" COLLATE "C" DESC);
