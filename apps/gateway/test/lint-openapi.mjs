// Lints the OpenAPI document that comes on stdin and prints what it finds as JSON. A process of its own: the linter is an ES module.
import { text } from 'node:stream/consumers';
import { createConfig, lintFromString } from '@redocly/openapi-core';

const config = await createConfig({
  extends: ['recommended'],
  rules: {
    // Answers may hold more than is documented (docs/changelog.md), and examples are answers.
    'no-invalid-media-type-examples': { severity: 'error', allowAdditionalProperties: true },
    // `PUT /v1/products/{id}/size-chart` and `GET /v1/products/imports/{id}` differ in their methods.
    'no-ambiguous-paths': 'off',
    // A picture is answered with a redirect.
    'operation-2xx-response': 'off',
    // Headers of deprecated routes and the union of all messages, which no operation names today.
    'no-unused-components': 'off',
  },
});
const problems = await lintFromString({ source: await text(process.stdin), absoluteRef: 'openapi.json', config });
process.stdout.write(
  JSON.stringify(
    problems.map(({ severity, ruleId, message, location }) => ({
      severity,
      ruleId,
      message,
      at: location[0]?.pointer,
    })),
  ),
);
