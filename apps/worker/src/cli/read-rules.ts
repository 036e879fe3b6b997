import { ruleOf, RULES, type AnyRule } from '@drape/tryon';
import { UsageError } from './run-cli';

export const RULE_IDS = RULES.map(({ id }) => id).join(', ');

/** The rules of a list of ids with commas; none where it is empty. Throws: UsageError for ids that no rule has. */
export function readRules(option: string, list: string): AnyRule[] {
  const ids = list.split(',').filter((id) => id !== '');
  return ids.map((id) => {
    const rule = ruleOf(id);
    if (rule === undefined) throw new UsageError(`${option} takes ${RULE_IDS}, not "${id}".`);
    return rule;
  });
}
