import { readMarks } from '@cuentos/domain/shop/words';
import { Fragment } from 'react';

/** Renders a text of the shop with its two kinds of marks, italics and links, and all else as text. */
export function MarkedText({ text }: { readonly text: string }) {
  return readMarks(text).map(({ kind, text: words, url }, index) => {
    const key = `${index} ${words}`;
    if (kind === 'italic') return <em key={key}>{words}</em>;
    if (kind === 'link')
      return (
        <a key={key} href={url} rel="noopener" className="text-accent underline underline-offset-[0.25em]">
          {words}
        </a>
      );
    return <Fragment key={key}>{words}</Fragment>;
  });
}
