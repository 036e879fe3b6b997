-- What a page may be told of is what its own key sent. Submissions from before count as the shop's.
ALTER TABLE "measurements" ADD COLUMN     "api_key_id" TEXT;
