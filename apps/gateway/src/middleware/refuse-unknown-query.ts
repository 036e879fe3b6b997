import { requestError, type ErrorDetail } from '@drape/contracts';

/** Throws where the query has a key that the endpoint does not know. */
export function refuseUnknownQuery(query: Readonly<Record<string, unknown>>, known: readonly string[]): void {
  const details: ErrorDetail[] = Object.keys(query)
    .filter((name) => !known.includes(name))
    .slice(0, 25)
    .map((name) => {
      const shown = JSON.stringify(name.slice(0, 60));
      const rest = known.length === 0 ? 'This endpoint takes no query.' : `Known are ${known.join(', ')}.`;
      return { param: name.slice(0, 60), code: 'unknown', message: `${shown} is not known here. ${rest}` };
    });
  if (details.length > 0) throw requestError(details);
}
