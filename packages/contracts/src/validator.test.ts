import { describe, expect, it } from '@jest/globals';
import { requestError } from './request-errors';
import { createTryOnSchema, type CreateTryOnBody } from './schemas/create-tryon';
import { createValidator } from './validator';

const validate = createValidator<CreateTryOnBody>(createTryOnSchema);
const good = { productImageUrl: 'https://shop.example/a.jpg', userPhoto: 'aGk=' };

function detailsOf(body: unknown) {
  const result = validate(body);
  return result.ok ? [] : result.details;
}

describe('validation of a try-on body', () => {
  it('accepts just a picture and a photo', () => {
    expect(validate(good)).toEqual({ ok: true, value: good });
  });

  it('names every field at fault, not just the first', () => {
    const details = detailsOf({ userPhoto: 3, productCategory: 'shirt', sessionId: 'a b', size: '' });
    expect(details.map(({ param, code }) => [param, code])).toEqual([
      ['userPhoto', 'type'],
      ['productCategory', 'enum'],
      ['sessionId', 'format'],
      ['size', 'length'],
    ]);
  });

  it('says what was expected and what came', () => {
    expect(detailsOf({ ...good, productCategory: 'shirt' })).toEqual([
      {
        param: 'productCategory',
        code: 'enum',
        message: 'productCategory must be one of dress, top, pants, jacket, skirt; got "shirt".',
        allowed: ['dress', 'top', 'pants', 'jacket', 'skirt'],
      },
    ]);
    expect(detailsOf({ ...good, userPhoto: null })[0]?.message).toBe('userPhoto must be a string; got null.');
    const huge = JSON.parse('{"retentionSeconds": 1e999}') as object;
    expect(detailsOf({ ...good, ...huge })[0]?.message).toBe(
      'retentionSeconds must be an integer; got a number beyond ±1.8e308.',
    );
    expect(detailsOf({ ...good, retentionSeconds: 1.5 })[0]?.message).toBe(
      'retentionSeconds must be an integer; got 1.5.',
    );
    expect(detailsOf([])[0]?.message).toBe('The body must be an object; got an array.');
  });

  it('says in plain words how many and how much', () => {
    const check = createValidator({
      type: 'object',
      minProperties: 1,
      properties: {
        days: { type: 'integer', minimum: 0, maximum: 7 },
        count: { type: 'integer', minimum: 1 },
        name: { type: 'string', minLength: 1, maxLength: 40 },
        pair: { type: 'array', minItems: 2, maxItems: 2 },
        list: { type: 'array', minItems: 1 },
      },
    });
    const messages = (body: unknown) => {
      const result = check(body);
      return result.ok ? [] : result.details.map(({ message }) => message);
    };
    expect(messages({})).toEqual(['The body must have at least 1 field; got none.']);
    expect(messages({ days: 8, count: 0, name: '', pair: [1], list: [] })).toEqual([
      'days must be from 0 to 7; got 8.',
      'count must be 1 or more; got 0.',
      'name must have 1 to 40 characters; got none.',
      'pair must have 2 items; got 1.',
      'list must have at least 1 item; got none.',
    ]);
  });

  it('suggests the nearest known name for an unknown key', () => {
    expect(detailsOf({ ...good, product_category: 'top' })[0]).toMatchObject({
      param: 'product_category',
      code: 'unknown',
      suggestion: 'productCategory',
    });
    expect(detailsOf({ ...good, zebra: 1 })[0]?.suggestion).toBeUndefined();
  });

  it('rejects null where a field is optional', () => {
    expect(detailsOf({ ...good, sessionId: null })[0]?.code).toBe('type');
  });

  it('answers a body of many keys without checking each', () => {
    const crowd = Object.fromEntries(Array.from({ length: 50_000 }, (_, i) => [`k${i}`, 0]));
    expect(detailsOf({ ...good, ...crowd })).toHaveLength(1);
    expect(detailsOf({ ...good, metadata: crowd })).toHaveLength(1);
  });

  it('repeats no long value', () => {
    const [detail] = detailsOf({ ...good, productCategory: 'x'.repeat(5000) });
    expect(detail?.message.length).toBeLessThan(200);
  });
});

describe('requestError', () => {
  it.each([
    [{ productImageUrl: 'x' }, 'missing_parameter', 'userPhoto'],
    [{ ...good, productcat: 1 }, 'unknown_parameter', 'productcat'],
    [{ ...good, productCategory: 'hat' }, 'invalid_product_category', 'productCategory'],
    [{ ...good, metadata: { a: 1 } }, 'invalid_metadata', 'metadata.a'],
    [{ ...good, retentionSeconds: -1 }, 'invalid_retention_seconds', 'retentionSeconds'],
    ['text', 'invalid_body', ''],
  ])('turns %j into %s', (body, code, param) => {
    expect(requestError(detailsOf(body))).toMatchObject({ code, param });
  });
});
