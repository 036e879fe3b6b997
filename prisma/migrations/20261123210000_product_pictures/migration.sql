-- A product's picture lies at an address of the shop or in the store, never in both. Rows of before have addresses: they need no look.
-- AlterTable
ALTER TABLE "products" ADD COLUMN     "image_key" TEXT,
ALTER COLUMN "image_url" DROP NOT NULL;

-- AlterTable
ALTER TABLE "try_ons" ADD COLUMN     "product_image_key" TEXT,
ALTER COLUMN "product_image_url" DROP NOT NULL;

ALTER TABLE "products" ADD CONSTRAINT "products_one_picture" CHECK (num_nonnulls("image_url", "image_key") = 1) NOT VALID;
ALTER TABLE "try_ons" ADD CONSTRAINT "try_ons_one_product_picture" CHECK (num_nonnulls("product_image_url", "product_image_key") = 1) NOT VALID;

-- CreateIndex
CREATE UNIQUE INDEX "products_image_key_key" ON "products"("image_key");
