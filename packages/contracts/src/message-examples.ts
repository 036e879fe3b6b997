/** The things that the example messages are about. */
interface ExampleFacts {
  readonly tryOn: Readonly<Record<string, unknown>>;
  readonly sessionId: string;
  readonly productId: string;
  readonly webhookId: string;
  readonly at: string;
  readonly urlExpiresAt: string;
}

/** An example of each message, by the title of its schema. */
export function messageExamples(facts: ExampleFacts): Readonly<Record<string, unknown>> {
  const { tryOn, at } = facts;
  const ended = {
    id: tryOn['id'],
    sessionId: tryOn['sessionId'],
    productId: tryOn['productId'],
    productCategory: tryOn['productCategory'],
    metadata: tryOn['metadata'],
    createdAt: tryOn['createdAt'],
    completedAt: tryOn['completedAt'],
    fitScore: null,
    recommendations: [],
    quality: null,
    errorCode: null,
  };
  const completed = {
    ...ended,
    status: 'completed',
    fitScore: tryOn['fitScore'],
    recommendations: tryOn['recommendations'],
    quality: tryOn['quality'],
    resultImageUrl: tryOn['resultImageUrl'],
    resultImageUrlExpiresAt: facts.urlExpiresAt,
  };
  const message = (type: string, data: unknown) => ({ type, timestamp: at, livemode: true, data });
  const failed = { ...ended, status: 'failed', errorCode: 'person_not_detected' };
  const product = { id: facts.productId, externalId: 'sku-4711', status: 'ready', category: 'top' };
  return {
    TryOnCompletedMessage: message('tryon.completed', completed),
    TryOnFailedMessage: message('tryon.failed', failed),
    TryOnCanceledMessage: message('tryon.canceled', { ...ended, status: 'canceled' }),
    TryOnExpiredMessage: message('tryon.expired', { ...ended, status: 'expired', errorCode: 'deadline_exceeded' }),
    SessionDeletedMessage: message('session.deleted', { id: facts.sessionId, deletedAt: at }),
    ProductAnalyzedMessage: message('product.analyzed', product),
    PingMessage: message('ping', { id: facts.webhookId }),
  };
}
