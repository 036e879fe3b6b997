import { nearestName, requestError, type ErrorDetail, type RouteDoc } from '@drape/contracts';
import { isPairOf } from '../lists/query-reader';

/** Throws: ServiceError where the query has a parameter that the endpoint does not know. */
export function rejectUnknownQuery(query: Readonly<Record<string, unknown>>, known: RouteDoc['query'] = {}): void {
  const names = Object.entries(known).flatMap(namesOf);
  const open = Object.keys(known).filter((name) => isOpen(known[name]));
  const isKnown = (name: string) => names.includes(name) || open.some((one) => isPairOf(one, name));
  const listed = [...names, ...open.map((name) => `${name}[…]`)];
  const details: ErrorDetail[] = Object.keys(query)
    .filter((name) => !isKnown(name))
    .slice(0, 25)
    .map((name) => unknown(name, listed));
  if (details.length > 0) throw requestError(details);
}

function unknown(name: string, known: readonly string[]): ErrorDetail {
  const param = name.slice(0, 60);
  const start = `${JSON.stringify(param)} is not known here.`;
  const suggestion = nearestName(name, known);
  if (suggestion !== null) {
    return { param, code: 'unknown', message: `${start} Did you mean "${suggestion}"?`, suggestion };
  }
  const rest = known.length === 0 ? 'This endpoint takes no query.' : `Known are ${known.join(', ')}.`;
  return { param, code: 'unknown', message: `${start} ${rest}` };
}

/** Objects are sent as `name[part]`. */
function namesOf([name, schema]: [string, NonNullable<RouteDoc['query']>[string]]): string[] {
  if (schema['type'] !== 'object') return [name];
  return Object.keys(schema['properties'] ?? {}).map((part) => `${name}[${part}]`);
}

/** Whether the names of the parts are the client's choice. */
function isOpen(schema: NonNullable<RouteDoc['query']>[string] | undefined): boolean {
  return schema?.['type'] === 'object' && typeof schema['additionalProperties'] === 'object';
}
