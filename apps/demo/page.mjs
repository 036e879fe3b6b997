const escaped = (text) => text.replaceAll(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

function card({ sku, title, price, category, picture }, attributes) {
  return `<li>
<img src="/pictures/${picture}" alt="${escaped(title)}" width="768" height="768" loading="lazy">
<h2>${escaped(title)}</h2>
<p>${price}</p>
<drape-try-on product="${sku}" name="${escaped(title)}" category="${category}"${attributes}></drape-try-on>
</li>`;
}

/** The shop's page. `keyAttribute`: how each button gets its key; `script`: what the page runs besides. */
export function shopPage({ api, products, keyAttribute = '', script = '' }) {
  const attributes = ` api="${api}" quality="poor" policy-url="#privacy" policy-version="demo-1"${keyAttribute}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Demo shop</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/shop.css">
<script type="module" src="${api}/widget/drape-try-on.js"></script>
${script}
</head>
<body>
<header>
<h1>Demo shop</h1>
<drape-try-on gallery${attributes}></drape-try-on>
</header>
<main>
<ul>
${products.map((product) => card(product, attributes)).join('\n')}
</ul>
<p id="privacy">Your photo goes to Drape on this machine, is deleted when the picture is made, and never leaves the machine.</p>
</main>
</body>
</html>
`;
}

/** Nothing inline; scripts of the shop and the service, pictures of the shop and the store. */
export function policyOf({ api, store }) {
  return [
    "default-src 'none'",
    `script-src 'self' ${api}`,
    "style-src 'self'",
    `img-src 'self' data: ${store}`,
    `connect-src 'self' ${api} ${store}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}
