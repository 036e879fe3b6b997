-- A file of products is put into the catalogue row by row, and the account that has waited longest is looked at first.
-- CreateEnum
CREATE TYPE "product_import_status" AS ENUM ('queued', 'running', 'completed');

-- CreateEnum
CREATE TYPE "import_row_status" AS ENUM ('pending', 'created', 'updated', 'failed');

-- AlterTable
ALTER TABLE "accounts" ADD COLUMN     "last_look_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "product_imports" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "env" "key_env" NOT NULL,
    "format" TEXT NOT NULL,
    "status" "product_import_status" NOT NULL DEFAULT 'queued',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "completed_at" TIMESTAMPTZ(3),

    CONSTRAINT "product_imports_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "product_import_rows" (
    "import_id" TEXT NOT NULL,
    "row" INTEGER NOT NULL,
    "external_id" TEXT,
    "status" "import_row_status" NOT NULL DEFAULT 'pending',
    "input" JSONB,
    "product_id" TEXT,
    "error" JSONB,

    CONSTRAINT "product_import_rows_pkey" PRIMARY KEY ("import_id","row")
);

-- CreateIndex
CREATE INDEX "product_imports_account_id_env_status_idx" ON "product_imports"("account_id", "env", "status");

-- CreateIndex
CREATE INDEX "product_imports_status_updated_at_idx" ON "product_imports"("status", "updated_at");

-- CreateIndex
CREATE INDEX "product_imports_created_at_idx" ON "product_imports"("created_at");

-- CreateIndex
CREATE INDEX "product_import_rows_import_id_status_row_idx" ON "product_import_rows"("import_id", "status", "row");

-- AddForeignKey
ALTER TABLE "product_imports" ADD CONSTRAINT "product_imports_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product_import_rows" ADD CONSTRAINT "product_import_rows_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "product_imports"("id") ON DELETE CASCADE ON UPDATE CASCADE;
