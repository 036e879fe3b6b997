-- A key is rotated once, and says which key took its place.
ALTER TABLE "api_keys" ADD COLUMN     "replaced_by" TEXT;
