/** One token for all buttons of the page; another one when it is over. */
async function fetchToken() {
  const response = await fetch('/try-on-token', { method: 'POST' });
  if (!response.ok) throw new Error(await response.text());
  return response.text();
}

await customElements.whenDefined('drape-try-on');
for (const button of document.querySelectorAll('drape-try-on')) button.fetchToken = fetchToken;
