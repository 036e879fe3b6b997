export type CodeLanguage = 'curl' | 'typescript';

export const LANGUAGES: readonly { readonly id: CodeLanguage; readonly name: string }[] = [
  { id: 'curl', name: 'curl' },
  { id: 'typescript', name: 'TypeScript' },
];

const MEASURED = ['height', 'weight'];
/** Joins measurements and try-on; any name of the shop's own will do. */
const SESSION = 'visit-7';

type Field = readonly [name: string, value: string];

/** The requests that the page makes, as a shop's engineer would write them with files and a key of their own. */
export function exampleCode(language: CodeLanguage, url: string, fields: Readonly<Record<string, string>>): string {
  const entries = Object.entries(fields);
  const measured = entries.filter(([name]) => MEASURED.includes(name));
  const options = entries.filter(([name]) => !MEASURED.includes(name));
  return language === 'curl' ? asCurl(url, measured, options) : asTypeScript(url, measured, options);
}

function asCurl(url: string, measured: readonly Field[], options: readonly Field[]): string {
  const own = measured.map(([name, value]) => `, "${name}": ${value}`).join('');
  const send = (path: string): string =>
    `curl -s ${url}${path} -H "Authorization: Bearer $DRAPE_KEY" \\\n  -H 'Content-Type: application/json' -d`;
  const measure = measured.length === 0 ? '' : `${send('/v1/measurements')} '{"sessionId": "${SESSION}"${own}}'\n\n`;
  const all: readonly Field[] = measured.length === 0 ? options : [['sessionId', SESSION], ...options];
  const more = all.map(([name, value]) => `, "${name}": "${value}"`).join('');
  return `${measure}printf '{"userPhoto": "%s", "productImage": "%s"${more}}' \\
  "$(base64 < person.jpg | tr -d '\\n')" "$(base64 < product.jpg | tr -d '\\n')" > request.json
${send('/v1/tryon')} @request.json`;
}

function asTypeScript(url: string, measured: readonly Field[], options: readonly Field[]): string {
  const own = measured.map(([name, value]) => `, ${name}: ${value}`).join('');
  const isMeasured = measured.length > 0;
  const measure = isMeasured ? `await drape.measurements.create({ sessionId: '${SESSION}'${own} });\n` : '';
  const session = isMeasured ? `  sessionId: '${SESSION}',\n` : '';
  const more = options.map(([name, value]) => `  ${name}: '${value}',\n`).join('');
  return `import { readFile } from 'node:fs/promises';
import { Drape } from '@drape/client';

const drape = new Drape({ baseUrl: '${url}', apiKey: process.env.DRAPE_KEY });
${measure}const tryOn = await drape.tryOns.createAndWait({
${session}  userPhoto: await readFile('person.jpg'),
  productImage: await readFile('product.jpg'),
${more}});
console.log(tryOn.resultImageUrl, tryOn.quality, tryOn.fitScore);`;
}
