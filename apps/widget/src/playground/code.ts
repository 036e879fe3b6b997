export type CodeLanguage = 'curl' | 'typescript';

export const LANGUAGES: readonly { readonly id: CodeLanguage; readonly name: string }[] = [
  { id: 'curl', name: 'curl' },
  { id: 'typescript', name: 'TypeScript' },
];

const MEASURED = ['height', 'weight'];

/** The request that the page makes, as a shop's engineer would write it with files and a key of their own. */
export function exampleCode(language: CodeLanguage, url: string, fields: Readonly<Record<string, string>>): string {
  const options = Object.entries(fields).filter(([name]) => !MEASURED.includes(name));
  return language === 'curl' ? asCurl(url, options) : asTypeScript(url, options);
}

function asCurl(url: string, options: readonly (readonly [string, string])[]): string {
  const more = options.map(([name, value]) => `, "${name}": "${value}"`).join('');
  return `printf '{"userPhoto": "%s", "productImage": "%s"${more}}' \\
  "$(base64 < person.jpg | tr -d '\\n')" "$(base64 < product.jpg | tr -d '\\n')" > request.json
curl -s ${url}/v1/tryon -H "Authorization: Bearer $DRAPE_KEY" \\
  -H 'Content-Type: application/json' -d @request.json`;
}

function asTypeScript(url: string, options: readonly (readonly [string, string])[]): string {
  const more = options.map(([name, value]) => `  ${name}: '${value}',\n`).join('');
  return `import { readFile } from 'node:fs/promises';
import { Drape } from '@drape/client';

const drape = new Drape({ baseUrl: '${url}', apiKey: process.env.DRAPE_KEY });
const tryOn = await drape.tryOns.createAndWait({
  userPhoto: await readFile('person.jpg'),
  productImage: await readFile('product.jpg'),
${more}});
console.log(tryOn.resultImageUrl, tryOn.quality, tryOn.fitScore);`;
}
