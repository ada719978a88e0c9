import { createElement as h, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

const ink = '#1c1b21';
const muted = '#48444c';
const serif = 'Literata, Georgia, "Times New Roman", serif';
const sans = '"Instrument Sans", "Helvetica Neue", Arial, sans-serif';

/** A paragraph of a mail. */
export function paragraph(text: string, key?: string): ReactNode {
  return h('p', { key: key ?? text, style: { margin: '0 0 16px', color: muted } }, text);
}

/** A small heading inside a mail. */
export function subtitle(text: string): ReactNode {
  return h('h2', { key: text, style: { margin: '28px 0 8px', font: `600 18px/1.3 ${serif}`, color: ink } }, text);
}

/** A filled link. */
export function button(text: string, href: string): ReactNode {
  const style = {
    display: 'inline-block',
    padding: '12px 22px',
    borderRadius: '4px',
    background: '#24379b',
    color: '#fffdf8',
    fontWeight: 600,
    textDecoration: 'none',
  };
  return h('p', { key: href, style: { margin: '0 0 24px' } }, h('a', { href, style }, text));
}

/** Rows of a name and a value; a strong one is a sum. */
export function table(
  rows: readonly { readonly name: string; readonly value: string; readonly strong?: boolean }[],
): ReactNode {
  const cells = rows.map(({ name, value, strong = false }) => {
    const style = {
      padding: '7px 0',
      borderTop: strong ? '2px dashed #837967' : 'none',
      fontWeight: strong ? 600 : 400,
    };
    return h(
      'tr',
      { key: `${name} ${value}` },
      h('td', { style: { ...style, color: muted, paddingRight: '24px' } }, name),
      h('td', { style: { ...style, textAlign: 'right' as const, color: ink } }, value),
    );
  });
  const style = { width: '100%', borderCollapse: 'collapse' as const, margin: '0 0 20px' };
  return h('table', { key: rows.map(({ name }) => name).join(), role: 'presentation', style }, h('tbody', null, cells));
}

/** A whole mail as HTML: one column, styles inline, for that is what mail programs keep. */
export function mailHtml({
  title,
  storeName,
  children,
}: {
  title: string;
  storeName: string;
  children: ReactNode[];
}): string {
  const sheet = {
    maxWidth: '560px',
    margin: '0 auto',
    padding: '28px 28px 32px',
    background: '#fffdf8',
    borderRadius: '2px 2px 18px 18px',
  };
  const document = h(
    'html',
    { lang: 'es-CL' },
    h('head', null, h('meta', { charSet: 'utf-8' }), h('title', null, title)),
    h(
      'body',
      { style: { margin: 0, padding: '24px 12px', background: '#f7f4ec', font: `16px/1.6 ${sans}`, color: ink } },
      h(
        'div',
        { style: sheet },
        h('p', { style: { margin: '0 0 20px', font: `600 15px/1.4 ${serif}`, color: '#24379b' } }, storeName),
        h('h1', { style: { margin: '0 0 16px', font: `600 26px/1.2 ${serif}` } }, title),
        children,
      ),
    ),
  );
  return `<!doctype html>${renderToStaticMarkup(document)}`;
}

const pesos = new Intl.NumberFormat('es-CL', { style: 'currency', currency: 'CLP' });

/** `$1.490`. */
export function formatPesos(amount: number): string {
  return pesos.format(amount);
}
