import { type Inline, inlineText } from '@cuentos/domain/announcements/markup';
import { accents } from '@cuentos/domain/shop/accents';
import { createElement as h } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { accountMailTexts } from './account-texts.ts';
import { letterSheet, Paragraph } from './letter-sheet.ts';
import type {
  Block,
  FootBlock,
  Groups,
  LetterBlock,
  Mail,
  MailContent,
  MailFrom,
  NewsBlock,
  NewsSender,
  UnsubscribeUrls,
} from './mail.ts';
import { newsSheet } from './news-sheet.ts';
import { Colours, type Sheet } from './sheet.ts';
import { newsMailTexts } from './texts.ts';

/** A template of what the shop writes to one person: greeting, a few paragraphs around one button, goodbye. */
export function letter<Facts>(write: (facts: Facts, from: MailFrom) => Mail<LetterBlock>) {
  return (facts: Facts & { readonly from: MailFrom }): MailContent => {
    const { from } = facts;
    const mail = reachable(write(facts, from), from.origin);
    const goodbye = accountMailTexts.goodbye(from.storeName);
    const text = [...groupTexts(mail.blocks, letterSheet), goodbye, footText(mail.foot)];
    return contentOf(mail, { text, html: drawn(mail, { from, signature: '' }, letterSheet) });
  };
}

/**
 * A template of mails that the recipient did not request, such as news and gifts. Its footer says why the mail was
 * sent.
 */
export function news<Facts>(write: (facts: Facts, from: NewsSender) => Mail<NewsBlock>) {
  return (facts: Facts & { readonly from: NewsSender }): MailContent => {
    const { from } = facts;
    const mail = reachable(write(facts, from), from.origin);
    const text = [mail.title, ...groupTexts(mail.blocks, newsSheet), footText(mail.foot), from.signature];
    return contentOf(mail, { text, html: drawn(mail, { from, signature: from.signature }, newsSheet) });
  };
}

/** Puts a paragraph before all others of a mail. */
export function withNote({ text, html }: MailContent, note: string): Pick<MailContent, 'text' | 'html'> {
  const paragraph = renderToStaticMarkup(h(Paragraph, null, note));
  return { text: `${note}\n\n${text}`, html: html.replace('</h1>', () => `</h1>${paragraph}`) };
}

function contentOf(
  { template, subject, unsubscribeUrl }: Mail<Block>,
  { text, html }: { readonly text: readonly string[]; readonly html: string },
): MailContent {
  const isOfList = unsubscribeUrl === undefined ? {} : { unsubscribeUrl };
  return { template, subject, text: text.filter((piece) => piece !== '').join('\n\n'), html, ...isOfList };
}

/** The mail with absolute addresses, and without links to a shop that nothing outside can reach. */
function reachable<B extends Block>(mail: Mail<B>, origin: string | null): Mail<B> {
  const absolute = <P extends Block>(block: P | null): P[] => {
    if (block === null) return [];
    if (!isLink(block) || !block.to.startsWith('/')) return [block];
    return origin === null ? [] : [Object.assign({}, block, { to: `${origin}${block.to}` })];
  };
  const blocks = mail.blocks.map((group) => asGroup(group).flatMap(absolute));
  return { ...mail, blocks, foot: mail.foot?.flatMap(absolute) ?? [] };
}

function isLink<B extends Block>(block: B): block is B & Extract<Block, { to: string }> {
  const piece: Block = block;
  return typeof piece !== 'string' && 'to' in piece;
}

const asGroup = <B extends Block>(group: Groups<B>[number]): readonly (B | null)[] =>
  isGroup(group) ? group : [group];

function isGroup<B extends Block>(group: Groups<B>[number]): group is readonly (B | null)[] {
  return Array.isArray(group);
}

function drawn<B extends Block>(
  mail: Mail<B>,
  { from, signature }: { readonly from: MailFrom; readonly signature: string },
  { styles, Body, BlockNode }: Sheet<B>,
): string {
  const colours = accents[from.look?.accent ?? 'anil'];
  const nodes = mail.blocks.flatMap(asGroup).map((block) => block !== null && h(BlockNode, { block }));
  const document = h(
    'html',
    { lang: 'es-CL' },
    h(
      'head',
      null,
      h('meta', { charSet: 'utf-8' }),
      h('meta', { name: 'viewport', content: 'width=device-width' }),
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('title', null, mail.title),
      h('style', { dangerouslySetInnerHTML: { __html: styles(colours) } }),
    ),
    h(Body, { mail, from, signature }, ...nodes),
  );
  return `<!doctype html>${renderToStaticMarkup(h(Colours, { value: colours }, document))}`;
}

/** Joins the blocks of each group, one below the other; empty blocks are left out. */
function groupTexts<B extends Block>(groups: Groups<B>, { afterLabel }: Sheet<B>): string[] {
  return groups.map((group) =>
    asGroup(group)
      .map((block) => (block === null ? '' : blockText(block, afterLabel)))
      .filter((text) => text !== '')
      .join('\n'),
  );
}

const footText = (foot: readonly FootBlock[] = []): string =>
  foot
    .map((block) => blockText(block))
    .filter((text) => text !== '')
    .join('\n');

const linesOf = (lines: readonly (readonly Inline[])[], before = ''): string =>
  lines.map((line) => `${before}${inlineText(line)}`).join('\n');

/** @param afterLabel stands between the words of a button and its address */
function blockText(block: Block, afterLabel = ' '): string {
  if (typeof block === 'string') return block;
  switch (block.kind) {
    case 'marked':
      return linesOf(block.lines);
    case 'list':
      return linesOf(block.items, '- ');
    case 'facts':
      return block.rows.map(({ name, value }) => `${name}: ${value}`).join('\n');
    case 'code':
      return block.figures;
    case 'button':
      return block.isCopied ? `${block.label}:${afterLabel}${block.to}` : block.to;
    case 'link':
      return `${block.label}: ${block.to}`;
    case 'sentence':
      return `${block.before}${block.to}${block.after}`;
    case 'cards':
      return block.text.join('\n');
    case 'ways-out':
      return waysOutText(block);
    default:
      return block.text;
  }
}

function waysOutText({ leaveBookUrl, leaveAllUrl }: UnsubscribeUrls): string {
  const { leaveBook, leaveAllAlone } = newsMailTexts;
  return [
    ...(leaveBookUrl === null ? [] : [`${leaveBook}: ${leaveBookUrl}`]),
    ...(leaveAllUrl === null ? [] : [`${leaveAllAlone}: ${leaveAllUrl}`]),
  ].join('\n');
}
