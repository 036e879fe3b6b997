import { describe, expect, it } from '@jest/globals';
import { effectiveScopes } from './scope';

describe('scopes', () => {
  it('are those granted, where they exist', () => {
    expect(effectiveScopes('sk', ['tryon:read', 'admin'])).toEqual(['tryon:read']);
  });

  it('of a publishable key never go beyond what a page may expose', () => {
    expect(effectiveScopes('pk', ['tryon:write', 'keys:manage', 'sessions:delete'])).toEqual(['tryon:write']);
  });
});
