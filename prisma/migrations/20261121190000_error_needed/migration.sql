-- AlterTable
ALTER TABLE "try_ons" ADD COLUMN     "error_needed" TEXT[] DEFAULT ARRAY[]::TEXT[];
