import { describe, expect, it } from '@jest/globals';
import { differences, readTranscripts } from './transcripts';

const TEXT = `# A
\`\`\`sh
export KEY=7
curl one
\`\`\`

and

\`\`\`json
{"id": "try_…"}
\`\`\`

\`\`\`sh
npm test
\`\`\`

no answer

\`\`\`sh
curl two
\`\`\`
\`\`\`http
HTTP/1.1 200 OK
\`\`\`
`;

describe('readTranscripts', () => {
  it('pairs commands with the answers below them and knows what was exported before', () => {
    expect(readTranscripts(TEXT)).toEqual([
      { command: 'export KEY=7\ncurl one\n', answer: '{"id": "try_…"}\n', exports: '' },
      { command: 'curl two\n', answer: 'HTTP/1.1 200 OK\n', exports: 'export KEY=7' },
    ]);
  });
});

describe('differences', () => {
  const shown = '{"id": "try_…", "fitScore": 70, "list": ["…"], "sizes": ["M", "L"], "error": null}';
  const came = { id: 'try_01', fitScore: 72, list: ['a', 'b'], sizes: ['M', 'L'], error: null, more: 1 };

  it('takes … for any text, and fields that are not shown', () => {
    expect(differences(shown, JSON.stringify(came))).toEqual([]);
  });

  it.each([
    ['id', 'mea_01'],
    ['id', 'try_'],
    ['fitScore', 40],
    ['fitScore', '70'],
    ['list', []],
    ['list', [1]],
    ['sizes', ['M']],
    ['sizes', ['L', 'M']],
    ['error', undefined],
  ])('sees that %s is %j', (name, value) => {
    const [line = '', ...others] = differences(shown, JSON.stringify({ ...came, [name]: value }));
    expect(line).toContain(`$.${name}`);
    expect(others.length).toBeLessThanOrEqual(1);
  });

  it('compares heads and bodies of HTTP', () => {
    const http = 'HTTP/1.1 400 Bad Request\nX-Left: …\n\n{"a": 1}\n';
    expect(differences(http, 'HTTP/1.1 400 Bad Request\r\nx-left: 7\r\nDate: x\r\n\r\n{"a":1,"b":2}')).toEqual([]);
    expect(differences(http, 'HTTP/1.1 200 OK\r\n\r\n{"a":2}')).toEqual([
      'status line: shown "HTTP/1.1 400 Bad Request", came "HTTP/1.1 200 OK"',
      'x-left: shown "…", came undefined',
      '$.a: shown 1, came 2',
    ]);
  });
});
