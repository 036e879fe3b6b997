-- What an error says beside its code is one object: the parts of the body that a photo has to show move into it.
ALTER TABLE "try_ons" ADD COLUMN     "error_fields" JSONB;
UPDATE "try_ons" SET "error_fields" = jsonb_build_object('needed', "error_needed") WHERE cardinality("error_needed") > 0;
ALTER TABLE "try_ons" DROP COLUMN "error_needed";
