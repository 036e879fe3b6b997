-- Pictures that clients put into the store themselves, each for an hour at most.
-- CreateTable
CREATE TABLE "uploads" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "env" "key_env" NOT NULL,
    "session_id" TEXT,
    "content_type" TEXT NOT NULL,
    "bytes" INTEGER NOT NULL,
    "reusable" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "uploads_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "uploads_account_id_env_session_id_idx" ON "uploads"("account_id", "env", "session_id");

-- CreateIndex
CREATE INDEX "uploads_expires_at_idx" ON "uploads"("expires_at");

-- CreateIndex
CREATE INDEX "uploads_used_at_idx" ON "uploads"("used_at");

-- AddForeignKey
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_account_id_env_session_id_fkey" FOREIGN KEY ("account_id", "env", "session_id") REFERENCES "sessions"("account_id", "env", "id") ON DELETE CASCADE ON UPDATE CASCADE;
