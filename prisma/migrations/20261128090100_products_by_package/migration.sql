-- Garment packages that no product names are removed: they are looked up by their key.
CREATE INDEX CONCURRENTLY "products_garment_package_idx" ON "products"("garment_package");
