import { ERROR_CODES, ERROR_TYPES, ERRORS, type ErrorSpec, type ErrorType } from './errors';

const HEADINGS: Readonly<Record<ErrorType, string>> = {
  invalid_request_error: 'Invalid request',
  authentication_error: 'Not authenticated',
  permission_error: 'Not permitted',
  not_found_error: 'Not found',
  conflict_error: 'Conflict',
  rate_limit_error: 'Too many requests',
  render_error: 'The try-on failed',
  api_error: 'Server error',
};

const INTRODUCTION = `# Errors

Every answer with \`"success": false\` has an \`error\` object. Branch on \`error.code\`: codes are stable within a version of
the API, messages may change. Until the first release is published, version 2026-11-01 may still change, its codes too:
docs/changelog.md lists what has changed.
\`retryable\` says whether the same request may succeed later, unchanged. A try-on that failed is answered with HTTP 200:
the request was right, and the answer never depends on how fast the render was.

URLs in requests must lead to public addresses, so that nobody can use the service to reach machines inside your network.
Each error about an address says how to allow a server of your own.

This file is generated from the error registry (\`packages/contracts/src/errors.ts\`) by \`pnpm --filter @drape/contracts docs\`.
`;

/** docs/errors.md: each code of the registry, once, by type. */
export function renderErrorDocs(): string {
  const sections = ERROR_TYPES.map((type) => {
    const codes = ERROR_CODES.filter((code) => ERRORS[code].type === type);
    const entries = codes.map((code) => {
      const { status, title, retryable, help }: ErrorSpec = ERRORS[code];
      const more = help === undefined ? '' : `\n${help}\n`;
      return `### ${code}\n\nHTTP ${status}${retryable ? ', retryable' : ''}. ${title}\n${more}`;
    });
    return `## ${HEADINGS[type]}: \`${type}\`\n\n${entries.join('\n')}`;
  });
  return [INTRODUCTION, ...sections].join('\n');
}
