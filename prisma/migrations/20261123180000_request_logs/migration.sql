-- What became of each request of an account, for a week. Ids sort by their bytes, so that a list can walk the account's own index.
-- CreateTable
CREATE TABLE "request_logs" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "env" "key_env" NOT NULL,
    "api_key_id" TEXT NOT NULL,
    "method" TEXT NOT NULL,
    "route" TEXT NOT NULL,
    "status" INTEGER,
    "error_code" TEXT,
    "try_on_id" TEXT,
    "timing" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "request_logs_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "request_logs_account_id_env_id_idx" ON "request_logs"("account_id", "env", "id" COLLATE "C" DESC);

-- CreateIndex
CREATE INDEX "request_logs_created_at_idx" ON "request_logs"("created_at");

-- AddForeignKey
ALTER TABLE "request_logs" ADD CONSTRAINT "request_logs_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;
