import type { PublicBook } from '@cuentos/contract/books';
import { SHARE_PICTURE, sharePicturePath } from '@cuentos/domain/books/share-picture';
import { createElement as h, type ReactNode } from 'react';
import { plainPage } from '../../platform/http/plain-page.ts';
import { siteTexts } from './texts.ts';

/** Origin and name of the shop for its pages. */
export interface SiteOrigin {
  /** Absolute, without trailing slash. */
  readonly origin: string;
  readonly storeName: string;
}

/** Longest description that previews show. */
const DESCRIPTION_MAX = 200;

/**
 * The page behind a shared link: previews read its head, people go on to the book.
 * @param code a discount code that the link brings; it goes along
 */
export function sharePage(book: PublicBook, { origin, storeName }: SiteOrigin, code?: string): string {
  const onward = `/book-detail/${book.id}${code ? `?${new URLSearchParams({ codigo: code }).toString()}` : ''}`;
  const target = `${origin}/book-detail/${book.id}`;
  const image = `${origin}${sharePicturePath(book)}`;
  const description = shorten(book.description);
  const property = (name: string, content: string): ReactNode => h('meta', { key: name, property: name, content });
  return plainPage({
    title: `${book.name} · ${storeName}`,
    head: [
      h('meta', { key: 'description', name: 'description', content: description }),
      h('link', { key: 'canonical', rel: 'canonical', href: target }),
      property('og:type', 'book'),
      property('og:site_name', storeName),
      property('og:locale', 'es_CL'),
      property('og:title', book.name),
      property('og:description', description),
      property('og:url', target),
      property('og:image', image),
      property('og:image:alt', siteTexts.coverOf(book.name)),
      property('og:image:width', String(SHARE_PICTURE.width)),
      property('og:image:height', String(SHARE_PICTURE.height)),
      h('meta', { key: 'card', name: 'twitter:card', content: 'summary_large_image' }),
      h('meta', { key: 'refresh', httpEquiv: 'refresh', content: `0; url=${onward}` }),
    ],
    children: [
      h('h1', { key: 'title' }, book.name),
      h('p', { key: 'lead' }, siteTexts.shareLead),
      h('p', { key: 'link' }, h('a', { href: onward }, siteTexts.shareLink(book.name))),
    ],
  });
}

/** Page for a link to a book that the shop does not show, for any reason. */
export function missingBookPage({ storeName }: SiteOrigin): string {
  return plainPage({
    title: `${siteTexts.missingTitle} · ${storeName}`,
    head: [h('meta', { key: 'robots', name: 'robots', content: 'noindex' })],
    children: [
      h('h1', { key: 'title' }, siteTexts.missingTitle),
      h('p', { key: 'text' }, siteTexts.missingText),
      h('p', { key: 'link' }, h('a', { href: '/' }, siteTexts.toStart)),
    ],
  });
}

/** Cuts a text between words. */
function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= DESCRIPTION_MAX) return line;
  return `${line
    .slice(0, DESCRIPTION_MAX)
    .toWellFormed()
    .replace(/\s\S*$/, '')}…`;
}
