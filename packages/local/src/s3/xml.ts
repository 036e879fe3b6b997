export type Xml = string | number | boolean | Xml[] | { [tag: string]: Xml | undefined };

/** `{A: {B: [1, 2]}}` → `<A><B>1</B><B>2</B></A>`; undefined members are left out. */
export function toXml(value: { [tag: string]: Xml | undefined }): string {
  return Object.entries(value)
    .flatMap(([tag, content]) => (Array.isArray(content) ? content : [content]).map((item) => [tag, item] as const))
    .filter(([, item]) => item !== undefined)
    .map(([tag, item]) => `<${tag}>${render(item)}</${tag}>`)
    .join('');
}

function render(item: Xml | undefined): string {
  if (Array.isArray(item)) return item.map(render).join('');
  return typeof item === 'object' ? toXml(item) : escape(String(item ?? ''));
}

function escape(text: string): string {
  return text.replace(/[&<>"\r]/g, (c) => `&#${c.charCodeAt(0)};`);
}

/** The texts of all `<tag>…</tag>` elements that hold no others. */
export function textsOf(tag: string, xml: string): string[] {
  const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
  return [...xml.matchAll(new RegExp(`<${tag}>([^<]*)</${tag}>`, 'g'))].map(([, text = '']) =>
    text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex?: string, decimal?: string, name?: string) => {
      if (hex) return String.fromCodePoint(parseInt(hex, 16));
      return decimal ? String.fromCodePoint(Number(decimal)) : (named[name ?? ''] ?? whole);
    }),
  );
}
