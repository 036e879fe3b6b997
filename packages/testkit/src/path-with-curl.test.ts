import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pathWithCurl } from './path-with-curl';

const execute = promisify(execFile);
let folder: string;
let server: Server;
let url: string;

/** A machine whose PATH has a shell and no curl. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'drape-no-curl-'));
  for (const name of ['sh', 'printf', 'cat']) symlinkSync(`/bin/${name}`, join(folder, name));
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.once('end', () => {
      const { method, url: path, headers } = request;
      const type = headers['content-type'] ?? null;
      response.writeHead(201, { 'X-Seen': headers['x-mine'] ?? 'none' });
      response.end(JSON.stringify({ method, path, type, body: Buffer.concat(chunks).toString() }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  writeFileSync(join(folder, 'body.json'), '{\n"a": 1\n}\n');
});

afterAll(() => {
  server?.close();
  rmSync(folder, { recursive: true });
});

const COMMANDS = [
  'curl -s "$URL/a?b=1"',
  `curl -s "$URL/a" -H 'Content-Type: application/json' -H 'X-Mine: 7' -d '{"a": 1}'`,
  'curl -s "$URL" -d @body.json',
  `printf '{"a": "%s"}' "x y" | curl -s "$URL" -d @-`,
] as const;

describe('a shell without curl', () => {
  it.each(COMMANDS)('runs %s as one with curl does', async (command) => {
    const bare = pathWithCurl(folder);
    const own = pathWithCurl();
    const run = (PATH: string) => execute('/bin/sh', ['-c', command], { cwd: folder, env: { PATH, URL: url } });
    const { stdout } = await run(bare.PATH);
    expect(bare.isStandIn).toBe(true);
    expect(JSON.parse(stdout)).toHaveProperty('body');
    expect(stdout).toBe((await run(own.PATH)).stdout);
    bare.drop();
    own.drop();
  });

  it('shows the head of the answer with -i, and refuses what the stand-in does not know', async () => {
    const bare = pathWithCurl(folder);
    const run = (command: string) =>
      execute('/bin/sh', ['-c', command], { cwd: folder, env: { PATH: bare.PATH, URL: url } });
    expect((await run(`curl -si "$URL" -H 'X-Mine: 7'`)).stdout).toMatch(/^HTTP\/1.1 201 Created\r\nX-Seen: 7\r\n/);
    await expect(run('curl --upload-file x "$URL"')).rejects.toThrow('does not know "--upload-file"');
    await expect(run('curl -s http://127.0.0.1:1')).rejects.toMatchObject({ code: 7 });
    bare.drop();
  });
});
