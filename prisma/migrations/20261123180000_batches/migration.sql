-- What became of each product of a batch, so that a repeated request gets the same list.
-- CreateTable
CREATE TABLE "batches" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "env" "key_env" NOT NULL DEFAULT 'live',
    "session_id" TEXT NOT NULL,
    "items" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "batches_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "batches_account_id_env_session_id_idx" ON "batches"("account_id", "env", "session_id");

-- CreateIndex
CREATE INDEX "batches_created_at_idx" ON "batches"("created_at");

-- AddForeignKey
ALTER TABLE "batches" ADD CONSTRAINT "batches_account_id_env_session_id_fkey" FOREIGN KEY ("account_id", "env", "session_id") REFERENCES "sessions"("account_id", "env", "id") ON DELETE CASCADE ON UPDATE CASCADE;
