-- What the account says that a webhook is for.
ALTER TABLE "webhook_endpoints" ADD COLUMN     "description" TEXT;
