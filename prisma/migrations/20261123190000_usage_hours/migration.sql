-- What an account used, by the hour. Try-ons are counted where they end; requests have neither category nor outcome ('').
-- CreateTable
CREATE TABLE "usage_hours" (
    "account_id" TEXT NOT NULL,
    "env" "key_env" NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "api_key_id" TEXT NOT NULL,
    "category" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "requests" INTEGER NOT NULL DEFAULT 0,
    "try_ons" INTEGER NOT NULL DEFAULT 0,
    "cached" INTEGER NOT NULL DEFAULT 0,
    "render_ms" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "usage_hours_pkey" PRIMARY KEY ("account_id","env","hour","api_key_id","category","outcome")
);

-- CreateIndex
CREATE INDEX "usage_hours_hour_idx" ON "usage_hours"("hour");

-- AddForeignKey
ALTER TABLE "usage_hours" ADD CONSTRAINT "usage_hours_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;
