import { newId } from '@drape/contracts';
import { describe, expect, it } from '@jest/globals';
import { gateway, key, services, useGateway } from './running';

useGateway();

const post = (body: unknown) => gateway.send('POST', '/v1/measurements', { key, body });

describe('POST /v1/measurements', () => {
  it('accepts the example of the contract and says what it knows', async () => {
    const body = { height: 178, weight: 78, chest: 98, waist: 84, hips: 100, inseam: 82, unit: 'cm' };
    const { status, body: answer } = await post(body);
    expect(status).toBe(200);
    expect(answer['data']).toMatchObject({
      ...{ measurements: { height: 178, inseam: 82 }, unit: 'cm', weightUnit: 'kg', completeness: 1, missing: [] },
      ...{ normalized: { chest: 98, weight: 78 }, estimated: {}, warnings: [] },
      sizes: { chart: 'en13402-3', men: { window: ['M'] }, women: { window: ['L'] } },
    });
    expect(answer['data']['id']).toMatch(/^mea_/);
    expect(answer['data']['sessionId']).toMatch(/^ses_/);
  });

  it('converts inches and pounds, and estimates the rest with its spread', async () => {
    const { body } = await post({ height: 70, weight: 172, unit: 'in', department: 'men' });
    expect(body['data']).toMatchObject({
      ...{ weightUnit: 'lb', normalized: { height: 177.8, weight: 78.02 }, completeness: 0.33 },
      missing: ['chest', 'waist', 'hips', 'inseam'],
      sizes: { men: { window: ['M', 'L'] } },
    });
    expect(body['data']['estimated']['chest']).toMatchObject({ low: 97.3, value: 100.6, high: 103.8 });
  });

  it('supersedes field by field within a session, and keeps what each submission knew', async () => {
    const sessionId = `shop-${newId('ses')}`;
    const first = await post({ sessionId, height: 178, chest: 98, department: 'men' });
    const second = await post({ sessionId, chest: 101 });
    expect(second.body['data']).toMatchObject({
      sessionId,
      department: 'men',
      normalized: { height: 178, chest: 101 },
    });
    expect(second.body['data']['measurements']).toEqual({ chest: 101 });
    const { body } = await gateway.send('GET', `/v1/measurements/${first.id}`, { key });
    expect(body['data']).toEqual(first.body['data']);
  });

  it.each([
    ['pounds sent as kilograms', { height: 178, weight: 172 }, 'weight_unit_likely_lb'],
    ['kilograms beside inches', { height: 70, weight: 78, unit: 'in' }, 'weight_unit_likely_kg'],
    ['a weight that may be either', { height: 165, weight: 122 }, 'weight_unit_unclear'],
    ['pounds beside girths', { height: 178, weight: 172, chest: 98, waist: 84 }, 'weight_unit_likely_lb'],
  ])('finds %s, blames the weight alone and takes it all the same', async (_, sent, code) => {
    const { status, body } = await post(sent);
    expect(status).toBe(200);
    expect(body['data']['warnings']).toMatchObject([{ code, param: 'weight', params: { value: sent.weight } }]);
  });

  it('remembers the unit of each field of a session', async () => {
    const sessionId = `shop-${newId('ses')}`;
    await post({ sessionId, height: 70, unit: 'in', department: 'men' });
    const { body } = await post({ sessionId, weight: 172, chest: 99 });
    const message =
      'weight of 172 kg is unlikely at a height of 70 in (177.8 cm); 172 lb (78.02 kg) is far likelier: did you mean weightUnit "lb"?';
    expect(body['data']['warnings']).toMatchObject([{ message }]);
  });

  it('warns about a girth that does not fit height and weight', async () => {
    const { body } = await post({ height: 178, weight: 78, chest: 130 });
    expect(body['data']['warnings']).toMatchObject([{ code: 'measurement_unusual', param: 'chest' }]);
  });

  it.each([
    [60, 'XS', 'XS'],
    [160, 'XXL', '3XL'],
  ])('says that no size is made for a chest of %d cm, and names the nearest', async (chest, women, men) => {
    const { body } = await post({ chest });
    expect(body['data']['sizes']).toMatchObject({
      women: { window: [], nearest: women, outsideChart: true },
      men: { window: [], nearest: men, outsideChart: true },
    });
    expect(body['data']['warnings']).toMatchObject([
      { code: 'outside_chart', param: 'chest', params: { bodyCm: chest, chartMin: 74, chartMax: 141 } },
    ]);
  });

  it('names every field at fault, its bound and the likely mistake', async () => {
    const { status, body } = await post({ height: 67, weight: 300 });
    expect(status).toBe(400);
    expect(body['error']).toMatchObject({ code: 'invalid_measurement', param: 'height' });
    expect(body['error']['details']).toMatchObject([
      { message: 'height of 67 cm is below 100–230 cm; 67 in would be 170.18 cm: did you mean unit "in"?' },
      { message: 'weight of 300 kg is above 25–250 kg; 300 lb would be 136.08 kg: did you mean weightUnit "lb"?' },
    ]);
  });

  it('reports types, bounds, units and unknown names at once, in the order of the fields', async () => {
    const { body } = await post({
      shoe: 43,
      department: 'kids',
      weightUnit: 'stone',
      inseam: null,
      waist: -4,
      chest: '98',
      weight: 300,
      height: 67,
    });
    const details: unknown = body['error']['details'];
    expect(details).toMatchObject([
      { param: 'height', code: 'invalid_measurement', message: expect.stringContaining('did you mean unit "in"?') },
      { param: 'chest', code: 'type', message: 'chest must be a number; got a string.' },
      { param: 'waist', code: 'invalid_measurement', message: 'waist of -4 cm is below 40–180 cm.' },
      { param: 'inseam', code: 'type' },
      { param: 'weightUnit', code: 'enum' },
      { param: 'department', code: 'enum' },
      { param: 'shoe', code: 'unknown' },
    ]);
  });

  it('judges values of an unreadable unit only where no unit makes them possible', async () => {
    const { body } = await post({ height: 67, chest: 500, unit: 'm', weight: 900 });
    expect(body['error']['details']).toMatchObject([
      { param: 'weight', message: 'weight of 900 is outside 25–250 kg, whether it is kg or lb.' },
      { param: 'chest', message: 'chest of 500 is outside 50–180 cm, whether it is cm or in.' },
      { param: 'unit', code: 'enum' },
    ]);
  });

  it('says along with other problems that nothing was measured', async () => {
    const { body } = await post({ unit: 'm', shoe: 43 });
    expect(body['error']['code']).toBe('invalid_unit');
    expect(body['error']['details']).toMatchObject([
      { param: 'unit' },
      { param: 'shoe' },
      { param: '', code: 'measurements_empty' },
    ]);
  });

  it.each([
    [{}, 'measurements_empty'],
    [{ unit: 'cm', sessionId: 'x' }, 'measurements_empty'],
    [{ height: '178' }, 'invalid_parameter'],
    [{ height: null }, 'invalid_parameter'],
    [{ height: 178, unit: 'm' }, 'invalid_unit'],
    [{ height: 178, sessionId: 'a b' }, 'invalid_session_id'],
    [{ height: 178, department: 'kids' }, 'invalid_department'],
    [[], 'invalid_body'],
  ])('refuses %j as %s', async (body, code) => {
    const reply = await post(body);
    expect([reply.status, reply.body['error']['code']]).toEqual([400, code]);
  });

  it('creates no session for what it rejects', async () => {
    const sessionId = newId('ses');
    await post({ sessionId, height: 3 });
    expect((await gateway.send('GET', `/v1/sessions/${sessionId}`, { key })).status).toBe(404);
  });
});

describe('GET /v1/measurements/:id', () => {
  it('gives the same 404 for an unknown id, a malformed one, and one of another account', async () => {
    const { id } = await post({ height: 178 });
    const stranger = await services.createKey();
    for (const [path, who] of [
      [newId('mea'), key],
      ['%00', key],
      [id, stranger.key],
    ]) {
      const { status, body } = await gateway.send('GET', `/v1/measurements/${path}`, { key: who ?? null });
      expect([status, body['error']['code']]).toEqual([404, 'measurements_not_found']);
    }
  });
});
