import { requestError, type ErrorDetail, type RouteDoc } from '@drape/contracts';
import { isPairOf } from '../query-reader';

/** Throws where the query has a key that the endpoint does not know. */
export function refuseUnknownQuery(query: Readonly<Record<string, unknown>>, known: RouteDoc['query'] = {}): void {
  const names = Object.entries(known).flatMap(namesOf);
  const open = Object.keys(known).filter((name) => isOpen(known[name]));
  const isKnown = (name: string) => names.includes(name) || open.some((one) => isPairOf(one, name));
  const listed = [...names, ...open.map((name) => `${name}[…]`)];
  const details: ErrorDetail[] = Object.keys(query)
    .filter((name) => !isKnown(name))
    .slice(0, 25)
    .map((name) => {
      const shown = JSON.stringify(name.slice(0, 60));
      const rest = listed.length === 0 ? 'This endpoint takes no query.' : `Known are ${listed.join(', ')}.`;
      return { param: name.slice(0, 60), code: 'unknown', message: `${shown} is not known here. ${rest}` };
    });
  if (details.length > 0) throw requestError(details);
}

/** An object of the query is sent as `name[part]`. */
function namesOf([name, schema]: [string, NonNullable<RouteDoc['query']>[string]]): string[] {
  if (schema['type'] !== 'object') return [name];
  return Object.keys(schema['properties'] ?? {}).map((part) => `${name}[${part}]`);
}

/** Whether the client chooses the names of the parts. */
function isOpen(schema: NonNullable<RouteDoc['query']>[string] | undefined): boolean {
  return schema?.['type'] === 'object' && typeof schema['additionalProperties'] === 'object';
}
