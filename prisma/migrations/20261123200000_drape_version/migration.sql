-- The version of the API that an account was made for, and gets unless a request names another.
ALTER TABLE "accounts" ADD COLUMN     "drape_version" TEXT NOT NULL DEFAULT '2026-11-01';
