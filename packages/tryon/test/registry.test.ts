import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ruleOf, RULES } from '../src/registry';
import { always, changed, follow, type Rule } from '../src/rules/rule';
import { TRYON_STAGES } from '../src/stages';

const SOURCES = join(__dirname, '../src');
const FILES = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => ({ file, text: readFileSync(join(SOURCES, file), 'utf8') }));

const doubled: Rule<number, number> = {
  id: 'doubled',
  stage: 'place',
  summary: 'Doubles.',
  appliesTo: (value) => value > 0,
  apply: (value) => 2 * value,
  evidence: [],
};

describe('follow', () => {
  it('makes what the rule makes where it applies and nothing leaves it out', () => {
    expect([follow(doubled, 2), follow(doubled, -2), follow(doubled, 2, [doubled])]).toEqual([4, null, null]);
    expect(follow(doubled, 2, RULES)).toBe(4);
    expect(always()).toBe(true);
  });

  it('leaves what is changed as it was', () => {
    const plane = { width: 2, height: 1, data: Float32Array.of(1, 2) };
    const copy = changed(plane, ({ data }) => data.fill(0));
    expect([...plane.data, ...copy.data]).toEqual([1, 2, 0, 0]);
  });
});

describe('the registry', () => {
  it('names each rule once, by an id for command lines, and says in a sentence what it does', () => {
    const ids = RULES.map(({ id }) => id);
    expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
    expect(ids.filter((id) => !/^[a-z]+(-[a-z]+)*$/.test(id))).toEqual([]);
    expect(RULES.filter(({ summary }) => !/^[A-Z][^.]{15,110}\.$/.test(summary))).toEqual([]);
    expect(RULES.filter(({ id }) => ruleOf(id)?.id !== id)).toEqual([]);
    expect(ruleOf('no-such-rule')).toBeUndefined();
  });

  it('lists rules in the order of their stages, with evidence that adds up', () => {
    const stages = RULES.map(({ stage }) => TRYON_STAGES.indexOf(stage));
    expect(stages).toEqual([...stages].sort((a, b) => a - b));
    for (const { id, evidence } of RULES) {
      for (const { set, pairs, fired, date } of evidence) {
        expect([id, set !== '', (fired ?? 0) <= pairs, /^\d{4}-\d\d-\d\d$/.test(date)]).toEqual([id, true, true, true]);
      }
    }
  });

  it('holds every rule that a file declares, one per file', () => {
    const declared = FILES.flatMap(({ file, text }) =>
      [...text.matchAll(/export const ([A-Z_]+): Rule</g)].map(([, name]) => ({ file, name })),
    );
    const registry = readFileSync(join(SOURCES, 'registry.ts'), 'utf8');
    const mended = readFileSync(join(SOURCES, 'person/parse/correct/correct-planes.ts'), 'utf8');
    expect(declared.filter(({ name }) => ![registry, mended].some((list) => list.includes(`  ${name},\n`)))).toEqual(
      [],
    );
    expect(declared).toHaveLength(RULES.length);
    expect(new Set(declared.map(({ file }) => file)).size).toBe(RULES.length);
  });

  it('runs each through the one function', () => {
    const runs = (name: string): number =>
      FILES.filter(({ text }) => new RegExp(`follow\\(\\s*${name},|^  ${name},\\n[^]*follow\\(rule,`, 'm').test(text))
        .length;
    const names = FILES.flatMap(({ text }) =>
      [...text.matchAll(/export const ([A-Z_]+): Rule</g)].map(([, name]) => name),
    );
    expect(names.filter((name) => runs(name ?? '') === 0)).toEqual([]);
    const others = FILES.filter(({ file, text }) => file !== 'rules/rule.ts' && /\.apply\(/.test(text));
    expect(others.map(({ file }) => file)).toEqual([]);
  });
});
