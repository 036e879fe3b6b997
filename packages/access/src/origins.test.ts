import { describe, expect, it } from '@jest/globals';
import { isOriginAllowed, isOriginEntry } from './origins';

describe('isOriginAllowed', () => {
  it.each([
    ['https://shop.example', ['https://shop.example'], true],
    ['https://shop.example', ['https://other.example', 'https://shop.example'], true],
    ['http://shop.example', ['https://shop.example'], false],
    ['https://shop.example:8443', ['https://shop.example'], false],
    ['https://sub.shop.example', ['https://shop.example'], false],
    ['', ['https://shop.example'], false],
    ['null', ['http://localhost:*'], false],
    ['http://localhost', ['http://localhost:*'], true],
    ['http://localhost:5173', ['http://localhost:*'], true],
    ['http://127.0.0.1:3000', ['http://127.0.0.1:*'], true],
    ['http://[::1]:3000', ['http://[::1]:*'], true],
    ['https://localhost:3000', ['http://localhost:*'], false],
    ['http://127.0.0.1:3000', ['http://localhost:*'], false],
    ['http://localhost.evil.example:80', ['http://localhost:*'], false],
    ['http://localhost:80@evil.example', ['http://localhost:*'], false],
    ['http://localhost:*', ['http://localhost:*'], false],
    ['https://shop.example:1', ['https://shop.example:*'], false],
  ])('%j with %j: %j', (origin, allowList, expected) => expect(isOriginAllowed(origin, allowList)).toBe(expected));
});

describe('isOriginEntry', () => {
  it.each([
    'https://shop.example',
    'http://localhost:3000',
    'http://localhost:*',
    'https://127.0.0.1:*',
    'http://[::1]:*',
  ])('takes %s', (text) => expect(isOriginEntry(text)).toBe(true));

  it.each([
    '',
    'null',
    '*',
    'shop.example',
    'https://shop.example/',
    'https://shop.example:*',
    'https://*.shop.example',
  ])('refuses %j', (text) => expect(isOriginEntry(text)).toBe(false));
});
