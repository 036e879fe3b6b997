/** Most first. */
export const ROLES = ['owner', 'developer', 'viewer'] as const;
