-- Where the analysed garment of a product lies in the store.
-- AlterTable
ALTER TABLE "products" ADD COLUMN     "garment_package" TEXT;
