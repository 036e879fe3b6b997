-- What a look shows beside its first product; null for a single product.
ALTER TABLE "try_ons" ADD COLUMN "look" JSONB;
