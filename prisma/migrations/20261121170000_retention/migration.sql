-- AlterTable
ALTER TABLE "try_ons" ADD COLUMN     "render_key" TEXT;

-- CreateIndex
CREATE INDEX "measurements_created_at_idx" ON "measurements"("created_at");

-- CreateIndex
CREATE INDEX "sessions_expires_at_idx" ON "sessions"("expires_at");

-- CreateIndex
CREATE INDEX "try_ons_account_id_render_key_idx" ON "try_ons"("account_id", "render_key");

-- CreateIndex
CREATE INDEX "try_ons_created_at_idx" ON "try_ons"("created_at");

-- Sessions of before get the time that they would have been given.
UPDATE "sessions" SET "expires_at" = "updated_at" + interval '90 days' WHERE "expires_at" IS NULL;
