import type { Inline } from '@cuentos/domain/announcements/markup';
import { type AccentName, accents } from '@cuentos/domain/shop/accents';
import {
  createContext,
  createElement as h,
  type CSSProperties,
  Fragment,
  type FunctionComponent,
  type ReactNode,
  use,
} from 'react';
import type { Block, FootBlock, Mail, MailFrom, UnsubscribeUrls } from './mail.ts';
import { newsMailTexts as t } from './texts.ts';

export type AccentColours = (typeof accents)[AccentName];

/** Layout of a kind of mail: how its blocks and their frame are drawn. */
export interface Sheet<B extends Block> {
  /** Styles such as dark colours, for programs that support more than inline styles. */
  readonly styles: (colours: AccentColours) => string;
  readonly Body: FunctionComponent<BodyProps<B>>;
  readonly BlockNode: FunctionComponent<{ readonly block: B }>;
  /** Between the words of a button and its address, in the text. */
  readonly afterLabel: string;
}

export interface BodyProps<B extends Block> {
  readonly mail: Mail<B>;
  readonly from: MailFrom;
  /** Name and address of the sender; empty for mails without them. */
  readonly signature: string;
  /** The drawn blocks. */
  readonly children?: ReactNode;
}

/** Colours of the mail that is being drawn. */
export const Colours = createContext<AccentColours>(accents.anil);

export const ink = '#1c1b21';
export const ink2 = '#48444c';

/** A link in a mail's text. */
export function MailLink({ href, children }: { readonly href: string; readonly children?: ReactNode }): ReactNode {
  return h('a', { href, className: 'm-lk', style: { color: use(Colours).ink } }, children);
}

/** A line with its marks. */
export function MarkedLine({ pieces }: { readonly pieces: readonly Inline[] }): ReactNode {
  return pieces.map((piece, key) => {
    if (piece.kind === 'bold') return h('b', { key }, piece.text);
    if (piece.kind === 'italic') return h('i', { key }, piece.text);
    if (piece.kind === 'link') return h(MailLink, { key, href: piece.url }, piece.text);
    return piece.text;
  });
}

/** A block of the footer, drawn inside its line. */
export function FootNode({ block }: { readonly block: FootBlock }): ReactNode {
  if (typeof block === 'string') return block;
  if (block.kind === 'link') return h(MailLink, { href: block.to }, block.label);
  if (block.kind === 'ways-out') return h(Ways, block);
  return h(Fragment, null, block.before, h(MailLink, { href: block.to }, block.to), block.after);
}

const quiet: CSSProperties = { color: '#665f58', textDecoration: 'underline' };

function Ways({ leaveBookUrl, leaveAllUrl }: UnsubscribeUrls): ReactNode {
  const way = (href: string, label: string): ReactNode => h('a', { href, className: 'm-t3', style: quiet }, label);
  if (leaveAllUrl === null) return null;
  if (leaveBookUrl === null) return h(Fragment, null, way(leaveAllUrl, t.leaveAllAlone), t.oneTap);
  return h(Fragment, null, way(leaveBookUrl, t.leaveBook), ` ${t.or} `, way(leaveAllUrl, t.leaveAll), t.oneTap);
}
