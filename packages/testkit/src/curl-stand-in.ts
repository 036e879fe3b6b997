import { readFileSync } from 'node:fs';
import { request as httpRequest, type IncomingMessage } from 'node:http';

/**
 * What the documentation needs of curl, for machines that have none: `[-s] [-i] [-H header]… [-d text|@file|@-] http://…`.
 * Prints what curl prints; anything else that curl can do is refused.
 */
interface Order {
  url: string;
  includesHead: boolean;
  headers: Record<string, string>;
  data: string | undefined;
}

function readArguments(args: readonly string[]): Order {
  const order: Order = { url: '', includesHead: false, headers: {}, data: undefined };
  const rest = [...args];
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    if (arg === '-H') addHeader(order.headers, rest.shift() ?? '');
    else if (arg === '-d') order.data = readData(rest.shift() ?? '');
    else if (/^-[si]+$/.test(arg)) order.includesHead ||= arg.includes('i');
    else if (arg.startsWith('http://') && order.url === '') order.url = arg;
    else throw new Error(`the stand-in for curl does not know "${arg}"`);
  }
  return order;
}

function addHeader(headers: Record<string, string>, line: string): void {
  const colon = line.indexOf(':');
  headers[line.slice(0, colon)] = line.slice(colon + 1).trim();
}

/** As curl does: a file's line breaks are left out. */
function readData(value: string): string {
  if (!value.startsWith('@')) return value;
  return readFileSync(value === '@-' ? 0 : value.slice(1), 'utf8').replaceAll(/[\r\n]/g, '');
}

function headOf({ httpVersion, statusCode, statusMessage, rawHeaders }: IncomingMessage): string {
  const lines = [`HTTP/${httpVersion} ${statusCode} ${statusMessage}`];
  for (let at = 0; at < rawHeaders.length; at += 2) lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`);
  return `${lines.join('\r\n')}\r\n\r\n`;
}

const { url, includesHead, headers, data } = readArguments(process.argv.slice(2));
const form = data === undefined ? {} : { 'Content-Type': 'application/x-www-form-urlencoded' };
const options = { method: data === undefined ? 'GET' : 'POST', headers: { ...form, ...headers }, agent: false };
httpRequest(url, options, (response) => {
  if (includesHead) process.stdout.write(headOf(response));
  response.pipe(process.stdout);
})
  .once('error', (error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 7; // curl's own for a host that it cannot connect to
  })
  .end(data);
