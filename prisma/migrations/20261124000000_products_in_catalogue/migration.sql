-- Products that a shopper's page brought are not the shop's catalogue. Of those that are there nobody knows who brought them: they stay in it.
-- AlterTable
ALTER TABLE "products" ADD COLUMN     "in_catalogue" BOOLEAN NOT NULL DEFAULT true;
