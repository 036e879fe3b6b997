-- Retention and nothing else looks for deliveries by age. One statement to a migration: only so can it be CONCURRENTLY, without keeping writers out.
CREATE INDEX CONCURRENTLY "webhook_deliveries_created_at_idx" ON "webhook_deliveries"("created_at");
