import { describe, expect, it } from '@jest/globals';
import { effectiveScopes, hasScope } from './scope';

describe('scopes', () => {
  it('are those granted, where they exist', () => {
    expect(effectiveScopes('sk', ['tryon:read', 'admin'])).toEqual(['tryon:read']);
    expect(hasScope('sk', ['tryon:read'], 'tryon:write')).toBe(false);
  });

  it('of a publishable key never go beyond what may lie open in a page', () => {
    expect(effectiveScopes('pk', ['tryon:write', 'keys:manage', 'sessions:delete'])).toEqual(['tryon:write']);
  });
});
