-- Every record belongs to an account's live or its test data. What was made before counts as live.
-- DropForeignKey
ALTER TABLE "measurements" DROP CONSTRAINT "measurements_account_id_session_id_fkey";

-- DropForeignKey
ALTER TABLE "try_ons" DROP CONSTRAINT "try_ons_account_id_session_id_fkey";

-- DropIndex
DROP INDEX "measurements_account_id_session_id_created_at_idx";

-- DropIndex
DROP INDEX "products_account_id_external_id_key";

-- DropIndex
DROP INDEX "products_account_id_image_url_hash_key";

-- DropIndex
DROP INDEX "sessions_account_id_updated_at_id_idx";

-- DropIndex
DROP INDEX "try_ons_account_id_created_at_idx";

-- DropIndex
DROP INDEX "try_ons_account_id_session_id_created_at_idx";

-- DropIndex
DROP INDEX "webhook_deliveries_account_id_created_at_idx";

-- DropIndex
DROP INDEX "webhook_endpoints_account_id_idx";

-- AlterTable
ALTER TABLE "accounts" ADD COLUMN     "in_flight_max" INTEGER;

-- AlterTable
ALTER TABLE "idempotency_keys" DROP CONSTRAINT "idempotency_keys_pkey",
ADD COLUMN     "env" "key_env" NOT NULL DEFAULT 'live',
ADD CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("account_id", "env", "method", "path", "key");

-- AlterTable
ALTER TABLE "measurements" ADD COLUMN     "env" "key_env" NOT NULL DEFAULT 'live';

-- AlterTable
ALTER TABLE "plans" ADD COLUMN     "in_flight_max" INTEGER NOT NULL DEFAULT 2;

-- AlterTable
ALTER TABLE "products" ADD COLUMN     "env" "key_env" NOT NULL DEFAULT 'live';

-- AlterTable
ALTER TABLE "sessions" DROP CONSTRAINT "sessions_pkey",
ADD COLUMN     "api_key_id" TEXT,
ADD COLUMN     "env" "key_env" NOT NULL DEFAULT 'live',
ADD CONSTRAINT "sessions_pkey" PRIMARY KEY ("account_id", "env", "id");

-- AlterTable
ALTER TABLE "try_ons" ADD COLUMN     "batch_id" TEXT,
ADD COLUMN     "client_token_id" TEXT,
ADD COLUMN     "env" "key_env" NOT NULL DEFAULT 'live',
ADD COLUMN     "min_quality" TEXT NOT NULL DEFAULT 'fair';

-- AlterTable
ALTER TABLE "webhook_deliveries" ADD COLUMN     "env" "key_env" NOT NULL DEFAULT 'live';

-- AlterTable
ALTER TABLE "webhook_endpoints" ADD COLUMN     "env" "key_env" NOT NULL DEFAULT 'live';

-- CreateIndex
CREATE INDEX "measurements_account_id_env_session_id_created_at_idx" ON "measurements"("account_id", "env", "session_id", "created_at" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "products_account_id_env_image_url_hash_key" ON "products"("account_id", "env", "image_url_hash");

-- CreateIndex
CREATE UNIQUE INDEX "products_account_id_env_external_id_key" ON "products"("account_id", "env", "external_id");

-- CreateIndex
CREATE INDEX "sessions_account_id_env_updated_at_id_idx" ON "sessions"("account_id", "env", "updated_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "try_ons_account_id_env_created_at_idx" ON "try_ons"("account_id", "env", "created_at" DESC);

-- CreateIndex
CREATE INDEX "try_ons_account_id_env_session_id_created_at_idx" ON "try_ons"("account_id", "env", "session_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "try_ons_account_id_env_batch_id_idx" ON "try_ons"("account_id", "env", "batch_id");

-- CreateIndex
CREATE INDEX "webhook_deliveries_account_id_env_created_at_idx" ON "webhook_deliveries"("account_id", "env", "created_at" DESC);

-- CreateIndex
CREATE INDEX "webhook_endpoints_account_id_env_idx" ON "webhook_endpoints"("account_id", "env");

-- AddForeignKey
ALTER TABLE "try_ons" ADD CONSTRAINT "try_ons_account_id_env_session_id_fkey" FOREIGN KEY ("account_id", "env", "session_id") REFERENCES "sessions"("account_id", "env", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "measurements" ADD CONSTRAINT "measurements_account_id_env_session_id_fkey" FOREIGN KEY ("account_id", "env", "session_id") REFERENCES "sessions"("account_id", "env", "id") ON DELETE CASCADE ON UPDATE CASCADE;


-- Try-ons of an account that may be unfinished at the same time.
UPDATE "plans" SET "in_flight_max" = CASE "id" WHEN 'free' THEN 2 WHEN 'starter' THEN 4 WHEN 'business' THEN 16 ELSE 64 END;
