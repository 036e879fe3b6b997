-- AlterTable
ALTER TABLE "accounts" ADD COLUMN     "min_quality" TEXT NOT NULL DEFAULT 'fair';

-- AlterTable
ALTER TABLE "try_ons" ADD COLUMN     "quality" JSONB;
