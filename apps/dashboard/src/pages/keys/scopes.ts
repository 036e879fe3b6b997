/** What a restricted key may be given; a test compares it with the API's own list. */
export const SCOPES = [
  'tryon:write',
  'tryon:read',
  'tryon:delete',
  'sessions:read',
  'sessions:delete',
  'measurements:write',
  'measurements:read',
  'products:read',
  'products:write',
  'webhooks:manage',
  'usage:read',
  'keys:manage',
] as const;
