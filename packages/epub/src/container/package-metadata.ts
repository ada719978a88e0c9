import type { MetadataItem, PackageDocument } from './opf.ts';
import type { PublicationMetadata } from './publication.ts';

/** Controls, bidirectional embeddings, overrides and isolates, and the byte order mark: they can disguise a text. */
const UNSAFE = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u061c\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/g;

/**
 * A text from a book's package document or contents as plain, one-line text: no control or direction-override
 * characters, white space collapsed, cut at `limit` UTF-16 code units without splitting a character.
 */
export function plainText(raw: string, limit: number): string {
  const text = raw
    .toWellFormed()
    .replace(UNSAFE, '')
    .replace(/[\s\u0085]+/g, ' ')
    .trim();
  if (text.length <= limit) return text;
  const cut = text.slice(0, limit);
  const last = cut.charCodeAt(cut.length - 1);
  return (last >= 0xd800 && last <= 0xdbff ? cut.slice(0, -1) : cut).trimEnd();
}

/** Longest texts kept, in UTF-16 code units. */
const TITLE_LENGTH = 1_000;
const TEXT_LENGTH = 10_000;
const VALUE_LENGTH = 500;
const MAX_CREATORS = 10;

/**
 * Metadata as the shop and the reader use it, or null when the book has no title, without
 * which nothing can be shown. Accepts EPUB 3 properties and their EPUB 2 forms.
 */
export function packageMetadata(document: PackageDocument): PublicationMetadata | null {
  const items = document.metadata;
  const title = mainTitle(items);
  if (title === null) return null;
  const rendition = (name: string): string | null => value(items, 'meta', `rendition:${name}`);
  const direction = document.direction;
  return {
    title,
    creator: creators(items),
    description: text(first(items, 'dc:description'), TEXT_LENGTH),
    pubdate: publicationDate(items),
    publisher: text(first(items, 'dc:publisher'), VALUE_LENGTH),
    identifier: text(uniqueIdentifier(document), VALUE_LENGTH),
    language: text(first(items, 'dc:language'), 40) ?? 'es',
    rights: text(first(items, 'dc:rights'), TEXT_LENGTH),
    modifiedDate: value(items, 'meta', 'dcterms:modified') ?? value(items, 'dc:date', 'modification'),
    layout: (rendition('layout') ?? olderLayout(items)) === 'pre-paginated' ? 'pre-paginated' : 'reflowable',
    orientation: rendition('orientation'),
    flow: rendition('flow'),
    viewport: rendition('viewport') ?? olderViewport(items),
    spread: rendition('spread'),
    direction: direction === 'ltr' || direction === 'rtl' ? direction : 'default',
  };
}

/**
 * Reads the layout from the metadata that books for one shop's devices have in place of `rendition:layout` and
 * `rendition:viewport`.
 */
function olderLayout(items: readonly MetadataItem[]): PublicationMetadata['layout'] {
  return /^(?:true|yes)$/i.test(value(items, 'meta', 'fixed-layout') ?? '') ? 'pre-paginated' : 'reflowable';
}

function olderViewport(items: readonly MetadataItem[]): string | null {
  const [, width, height] = /^(\d+)\s*x\s*(\d+)$/i.exec(value(items, 'meta', 'original-resolution') ?? '') ?? [];
  return width === undefined ? null : `width=${width}, height=${height}`;
}

/** The element the package names as its unique identifier, else the first identifier; untrimmed. */
export function uniqueIdentifier(document: PackageDocument): string {
  const identifiers = document.metadata.filter(({ name }) => name === 'dc:identifier');
  return (identifiers.find(({ id }) => id === document.uniqueIdentifierId) ?? identifiers[0])?.value ?? '';
}

function mainTitle(items: readonly MetadataItem[]): string | null {
  const titles = items.filter(({ name, value: title }) => name === 'dc:title' && title.trim() !== '');
  const isMain = (item: MetadataItem): boolean =>
    item.id !== '' &&
    items.some((m) => m.refines === item.id && m.property === 'title-type' && m.value.trim() === 'main');
  return text((titles.find(isMain) ?? titles[0])?.value ?? '', TITLE_LENGTH);
}

/** Authors joined by commas; contributors with another role (translator, illustrator) only when there is no author. */
function creators(items: readonly MetadataItem[]): string | null {
  const all = items.filter(({ name }) => name === 'dc:creator');
  const role = (item: MetadataItem): string =>
    items.find((m) => m.refines !== '' && m.refines === item.id && m.property === 'role')?.value.trim() ??
    item.property;
  const authors = all.filter((item) => ['', 'aut'].includes(role(item)));
  const names = (authors.length > 0 ? authors : all).map((item) => plainText(item.value, VALUE_LENGTH));
  return text([...new Set(names.filter((name) => name !== ''))].slice(0, MAX_CREATORS).join(', '), TITLE_LENGTH);
}

function publicationDate(items: readonly MetadataItem[]): string | null {
  const dates = items.filter(({ name, property }) => name === 'dc:date' && property !== 'modification');
  return text((dates.find(({ property }) => property === 'publication') ?? dates[0])?.value ?? '', VALUE_LENGTH);
}

function first(items: readonly MetadataItem[], name: string): string {
  return items.find((item) => item.name === name && item.value.trim() !== '')?.value ?? '';
}

function value(items: readonly MetadataItem[], name: string, property: string): string | null {
  const match = items.find((item) => item.name === name && item.property === property && item.refines === '');
  return text(match?.value ?? '', VALUE_LENGTH);
}

function text(raw: string, limit: number): string | null {
  return plainText(raw, limit) || null;
}
