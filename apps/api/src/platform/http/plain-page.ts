import { createElement as h, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

interface PlainPage {
  readonly title: string;
  /** Further elements of the head. */
  readonly head?: readonly ReactNode[];
  readonly children: readonly ReactNode[];
}

/** Chromium reports an error on a page without this that follows one of the web app, which fades (shell.html). */
const fade = '@media (prefers-reduced-motion: no-preference) { @view-transition { navigation: auto; } }';

/** Colours and letters of the shop (paper, ink, añil), light and dark, for pages outside the web app. */
const style = `
:root { color-scheme: light dark; --paper: #f7f4ec; --sheet: #fffdf8; --line: #837967; --ink: #1c1b21; --ink-2: #48444c; --accent: #24379b; --danger: #a82316; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #171614; --sheet: #211f1c; --line: #8c8475; --ink: #f2ede2; --ink-2: #cbc4b6; --accent: #a6bcff; --danger: #ff9c8c; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.6 "Instrument Sans", "Helvetica Neue", Arial, sans-serif; }
main { max-width: 44rem; margin: 0 auto; padding: 2.5rem 1.25rem 4rem; }
h1, h2 { font-family: Literata, Georgia, serif; line-height: 1.2; overflow-wrap: anywhere; }
h1 { font-size: 1.875rem; font-weight: 560; margin: 0 0 0.75rem; }
h2 { font-size: 1.25rem; font-weight: 600; margin: 0; }
p, li { color: var(--ink-2); overflow-wrap: anywhere; }
a { color: var(--accent); }
article { margin: 1.5rem 0; padding: 1.25rem 1.5rem; background: var(--sheet); border-radius: 2px 2px 18px 18px; }
article p { margin: 0.25rem 0; }
summary { cursor: pointer; padding: 0.625rem 0; font-weight: 600; }
form { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; margin: 1.5rem 0; }
label { flex-basis: 100%; font-weight: 600; }
:is(input, button) { min-height: 3rem; padding: 0 1rem; font: inherit; border: 1px solid var(--line); border-radius: 2px; }
input { flex: 1 1 12rem; min-width: 0; background: var(--sheet); color: inherit; }
button { background: var(--accent); border-color: var(--accent); color: var(--paper); font-weight: 600; cursor: pointer; }
[role=alert] { flex-basis: 100%; margin: 0; color: var(--danger); font-weight: 600; }
iframe { width: 100%; height: 36rem; border: 1px solid var(--line); background: #fff; }
:is(a, summary, input, button):focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
${fade}
`;

/** A whole page without script. */
export function plainPage({ title, head = [], children }: PlainPage): string {
  const document = h(
    'html',
    { lang: 'es-CL' },
    h(
      'head',
      null,
      h('meta', { charSet: 'utf-8' }),
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      h('title', null, title),
      ...head,
      h('style', { dangerouslySetInnerHTML: { __html: style } }),
    ),
    h('body', null, h('main', null, ...children)),
  );
  return `<!doctype html>${renderToStaticMarkup(document)}`;
}
