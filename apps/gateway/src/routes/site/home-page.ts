/** Of the start page. */
export const HOME_STYLE = `:root{color-scheme:light dark;--ink:#1c1b1a;--soft:#6a6662;--line:#e4dfd8;--paper:#faf8f5;--card:#fff;--good:#2f7d4f;--bad:#b3402e}
@media (prefers-color-scheme:dark){:root{--ink:#f0ede8;--soft:#a39d95;--line:#3a3632;--paper:#191715;--card:#221f1c;--good:#6cc08f;--bad:#e58a79}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main{width:100%;max-width:40rem;padding:3rem 1.5rem}
h1{margin:0;font-size:2.75rem;line-height:1.1;letter-spacing:-.02em}
p{margin:.5rem 0 0;color:var(--soft)}
.status{display:inline-flex;align-items:center;gap:.5rem;margin-top:1.25rem;padding:.25rem .75rem;border:1px solid var(--line);border-radius:2rem;background:var(--card);color:var(--ink);font-size:.875rem}
.status::before{content:"";width:.6rem;height:.6rem;border-radius:50%;background:var(--good)}
.status.away::before{background:var(--bad)}
ul{list-style:none;margin:2rem 0 0;padding:0;display:grid;gap:.75rem}
a{display:block;padding:1rem 1.25rem;border:1px solid var(--line);border-radius:.75rem;background:var(--card);color:inherit;text-decoration:none}
a:hover,a:focus-visible{border-color:currentColor;outline:none}
strong{display:block}
small{color:var(--soft);font-size:.875rem}
`;

interface Link {
  /** Relative, so that it works behind a proxy that serves us below a path. */
  readonly href: string;
  readonly name: string;
  readonly text: string;
}

const LINKS: readonly Link[] = [
  {
    href: 'docs',
    name: 'Documentation',
    text: 'Quick start, guides, operation, and every endpoint to try with your key',
  },
  { href: 'docs/errors', name: 'Errors', text: 'What each error code means, and what to do' },
  { href: 'v1/openapi.json', name: 'OpenAPI document', text: 'For generators of clients, and other tools' },
];

/** The page at `/`: what this service is, its state, and links. */
export function renderHomePage({ isReady, version }: { readonly isReady: boolean; readonly version: string }): string {
  const status = isReady
    ? '<p class="status">Takes requests</p>'
    : '<p class="status away">Takes no requests at the moment</p>';
  const links = LINKS.map(
    ({ href, name, text }) => `<li><a href="${href}"><strong>${name}</strong><small>${text}</small></a></li>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Drape</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="docs/assets/home.css">
</head>
<body>
<main>
<h1>Drape</h1>
<p>Virtual try-on, version ${version} of the API.</p>
${status}
<ul>
${links.join('\n')}
</ul>
</main>
</body>
</html>
`;
}
