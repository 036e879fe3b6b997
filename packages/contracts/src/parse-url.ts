/**
 * The parsed URL; null where the text is not one.
 *
 * Not `URL.canParse`: once Node 20 and 22 have optimised it, after some thousand calls, it answers false for every host with a letter
 * such as ü or é, and a gateway would refuse that shop's pictures from then on.
 */
export function parseUrl(text: string, base?: string | URL): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
