-- The first schema. Everything up to the mark is the output of: node packages/db/scripts/schema-diff.mjs empty

-- CreateEnum
CREATE TYPE "account_status" AS ENUM ('active', 'suspended');

-- CreateEnum
CREATE TYPE "key_kind" AS ENUM ('sk', 'rk', 'pk');

-- CreateEnum
CREATE TYPE "key_env" AS ENUM ('live', 'test');

-- CreateEnum
CREATE TYPE "try_on_status" AS ENUM ('queued', 'processing', 'completed', 'failed', 'canceled', 'expired');

-- CreateEnum
CREATE TYPE "product_status" AS ENUM ('pending', 'ready', 'failed');

-- CreateEnum
CREATE TYPE "idempotency_state" AS ENUM ('in_progress', 'done');

-- CreateEnum
CREATE TYPE "delivery_status" AS ENUM ('pending', 'delivered', 'failed');

-- CreateTable
CREATE TABLE "plans" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "limit_per_hour" INTEGER NOT NULL,

    CONSTRAINT "plans_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "accounts" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "plan_id" TEXT NOT NULL,
    "limit_per_hour" INTEGER,
    "status" "account_status" NOT NULL DEFAULT 'active',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "accounts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_keys" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "name" TEXT NOT NULL DEFAULT '',
    "kind" "key_kind" NOT NULL,
    "env" "key_env" NOT NULL,
    "hash" TEXT NOT NULL,
    "last4" TEXT NOT NULL,
    "scopes" TEXT[],
    "allowed_origins" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sessions" (
    "account_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "client_supplied" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "try_ons" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "session_id" TEXT NOT NULL,
    "product_id" TEXT,
    "api_key_id" TEXT,
    "status" "try_on_status" NOT NULL DEFAULT 'queued',
    "stage" TEXT,
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "generation" INTEGER NOT NULL DEFAULT 0,
    "lease_expires_at" TIMESTAMPTZ(3),
    "deadline_at" TIMESTAMPTZ(3) NOT NULL,
    "request_id" TEXT NOT NULL,
    "gateway_id" TEXT NOT NULL,
    "traceparent" TEXT,
    "priority" INTEGER NOT NULL DEFAULT 0,
    "product_image_url" TEXT NOT NULL,
    "category_requested" TEXT,
    "photo_key" TEXT NOT NULL,
    "photo_sha256" TEXT NOT NULL,
    "photo_bytes" INTEGER NOT NULL,
    "output_format" TEXT NOT NULL DEFAULT 'jpeg',
    "retention_seconds" INTEGER NOT NULL DEFAULT 604800,
    "size" TEXT,
    "fit_preference" TEXT,
    "department" TEXT,
    "webhook_url" TEXT,
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "consent" JSONB,
    "category" TEXT,
    "category_source" TEXT,
    "result_key" TEXT,
    "result_format" TEXT,
    "result_width" INTEGER,
    "result_height" INTEGER,
    "result_bytes" INTEGER,
    "result_sha256" TEXT,
    "fit_score" INTEGER,
    "fit" JSONB,
    "recommendations" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "advice" JSONB NOT NULL DEFAULT '[]',
    "warnings" JSONB NOT NULL DEFAULT '[]',
    "evidence" JSONB,
    "stages" JSONB NOT NULL DEFAULT '[]',
    "render_ms" INTEGER,
    "cached" BOOLEAN NOT NULL DEFAULT false,
    "error_code" TEXT,
    "error_detail" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "completed_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),
    "photo_deleted_at" TIMESTAMPTZ(3),
    "cleanup_at" TIMESTAMPTZ(3),

    CONSTRAINT "try_ons_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "products" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "external_id" TEXT,
    "status" "product_status" NOT NULL DEFAULT 'pending',
    "image_url" TEXT NOT NULL,
    "image_url_hash" TEXT NOT NULL,
    "title" TEXT,
    "category" TEXT,
    "category_source" TEXT,
    "category_confidence" DOUBLE PRECISION,
    "image_sha256" TEXT,
    "image_etag" TEXT,
    "analysis" JSONB,
    "analyzer_version" TEXT,
    "size_chart" JSONB,
    "analyzed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "products_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "measurements" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "session_id" TEXT NOT NULL,
    "department" TEXT,
    "unit" TEXT NOT NULL,
    "weight_unit" TEXT NOT NULL,
    "submitted" JSONB NOT NULL,
    "height_cm" DOUBLE PRECISION,
    "weight_kg" DOUBLE PRECISION,
    "chest_cm" DOUBLE PRECISION,
    "waist_cm" DOUBLE PRECISION,
    "hips_cm" DOUBLE PRECISION,
    "inseam_cm" DOUBLE PRECISION,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "measurements_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "idempotency_keys" (
    "account_id" TEXT NOT NULL,
    "method" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "state" "idempotency_state" NOT NULL DEFAULT 'in_progress',
    "resource_id" TEXT,
    "http_status" INTEGER,
    "response" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("account_id","method","path","key")
);

-- CreateTable
CREATE TABLE "webhook_endpoints" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "events" TEXT[],
    "secret" TEXT NOT NULL,
    "previous_secret" TEXT,
    "previous_secret_expires_at" TIMESTAMPTZ(3),
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_endpoints_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_deliveries" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "endpoint_id" TEXT,
    "url" TEXT NOT NULL,
    "event" TEXT NOT NULL,
    "resource_id" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "status" "delivery_status" NOT NULL DEFAULT 'pending',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3),
    "lease_expires_at" TIMESTAMPTZ(3),
    "last_status" INTEGER,
    "last_error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "delivered_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_hash_key" ON "api_keys"("hash");

-- CreateIndex
CREATE INDEX "api_keys_account_id_created_at_idx" ON "api_keys"("account_id", "created_at");

-- CreateIndex
CREATE INDEX "sessions_account_id_updated_at_id_idx" ON "sessions"("account_id", "updated_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "try_ons_account_id_created_at_idx" ON "try_ons"("account_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "try_ons_account_id_session_id_created_at_idx" ON "try_ons"("account_id", "session_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "try_ons_status_updated_at_idx" ON "try_ons"("status", "updated_at");

-- CreateIndex
CREATE INDEX "try_ons_product_id_idx" ON "try_ons"("product_id");

-- CreateIndex
CREATE INDEX "try_ons_cleanup_at_idx" ON "try_ons"("cleanup_at");

-- CreateIndex
CREATE UNIQUE INDEX "products_account_id_image_url_hash_key" ON "products"("account_id", "image_url_hash");

-- CreateIndex
CREATE UNIQUE INDEX "products_account_id_external_id_key" ON "products"("account_id", "external_id");

-- CreateIndex
CREATE INDEX "measurements_account_id_session_id_created_at_idx" ON "measurements"("account_id", "session_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "idempotency_keys_expires_at_idx" ON "idempotency_keys"("expires_at");

-- CreateIndex
CREATE INDEX "webhook_endpoints_account_id_idx" ON "webhook_endpoints"("account_id");

-- CreateIndex
CREATE INDEX "webhook_deliveries_status_next_attempt_at_idx" ON "webhook_deliveries"("status", "next_attempt_at");

-- CreateIndex
CREATE INDEX "webhook_deliveries_account_id_created_at_idx" ON "webhook_deliveries"("account_id", "created_at" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "webhook_deliveries_endpoint_id_event_resource_id_key" ON "webhook_deliveries"("endpoint_id", "event", "resource_id");

-- AddForeignKey
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_plan_id_fkey" FOREIGN KEY ("plan_id") REFERENCES "plans"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "try_ons" ADD CONSTRAINT "try_ons_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "try_ons" ADD CONSTRAINT "try_ons_account_id_session_id_fkey" FOREIGN KEY ("account_id", "session_id") REFERENCES "sessions"("account_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "try_ons" ADD CONSTRAINT "try_ons_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "products"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "try_ons" ADD CONSTRAINT "try_ons_api_key_id_fkey" FOREIGN KEY ("api_key_id") REFERENCES "api_keys"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "products" ADD CONSTRAINT "products_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "measurements" ADD CONSTRAINT "measurements_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "measurements" ADD CONSTRAINT "measurements_account_id_session_id_fkey" FOREIGN KEY ("account_id", "session_id") REFERENCES "sessions"("account_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_endpoint_id_fkey" FOREIGN KEY ("endpoint_id") REFERENCES "webhook_endpoints"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- From here on by hand: what schema.prisma cannot say.
ALTER TABLE "try_ons" ADD CONSTRAINT "try_ons_lease_check" CHECK (("status" = 'processing') = ("lease_expires_at" IS NOT NULL));
ALTER TABLE "try_ons" ADD CONSTRAINT "try_ons_result_check" CHECK ("status" <> 'completed' OR ("result_key" IS NOT NULL AND "result_sha256" IS NOT NULL));
ALTER TABLE "try_ons" ADD CONSTRAINT "try_ons_error_check" CHECK ("status" <> 'failed' OR "error_code" IS NOT NULL);

-- Enterprise's limit is agreed with each customer: accounts.limit_per_hour replaces this one.
INSERT INTO "plans" ("id", "name", "limit_per_hour") VALUES
    ('free', 'Free', 100),
    ('starter', 'Starter', 500),
    ('business', 'Business', 2000),
    ('enterprise', 'Enterprise', 10000);
