import {
  cleanText,
  fullTitle,
  isRecord,
  type NoteFile,
  noteFile,
  plausibleInstant,
  plausiblePercentage,
  type PortableBook,
  portableColor,
  type PortableNote,
  portableNote,
} from './portable-note.ts';

/** Name of the set within an `.annotations` archive (EPUB Annotations 1.0, editor's draft of 2026-07). */
export const ANNOTATIONS_FILE = 'annotations.json';
export const ANNOTATIONS_TYPE = 'application/zip;profile="https://www.w3.org/TR/epub-anno-10/"';

const CONTEXT = 'https://www.w3.org/ns/epub-anno.jsonld';
const CFI_SYNTAX = 'http://www.idpf.org/epub/linking/cfi/epub-cfi.html';
const TEXT_FRAGMENTS = 'https://wicg.github.io/scroll-to-text-fragment/';
/** Colours of the draft for those that it does not have. */
const SUBSTITUTES: Readonly<Record<string, string>> = { red: 'pink', gray: 'blue' };

/**
 * The `AnnotationSet` of a book. A place is given three times: as the draft's text fragment, as the text quote of the
 * Web Annotation model, and as a CFI, which the draft does not list and other programs ignore.
 */
export function writeAnnotationSet(
  notes: readonly PortableNote[],
  { id, generator, now }: { readonly id: string; readonly generator: string; readonly now: string },
): string {
  const book = notes[0]?.book ?? { title: '', part: '', author: '', ids: [] };
  const set = {
    '@context': CONTEXT,
    id: `urn:uuid:${id}`,
    type: 'AnnotationSet',
    generator: { id: generator, type: 'Software', name: 'Cuentos de bolsillo' },
    generated: now,
    title: fullTitle(book),
    about: {
      'dc:identifier': book.ids,
      'dc:format': 'application/epub+zip',
      'dc:title': fullTitle(book),
      ...(book.author === '' ? {} : { 'dc:creator': [book.author] }),
    },
    items: notes.map((each) => annotationOf(each, now)),
  };
  return `${JSON.stringify(set, null, 1)}\n`;
}

function annotationOf(note: PortableNote, now: string) {
  const { kind, id, quote, prefix, suffix, cfi, color, percentage, chapter, createdAt } = note;
  const quoted = quote === '' ? [] : [{ type: 'TextQuoteSelector', exact: quote, prefix, suffix }];
  const isBookmark = kind === 'bookmark';
  const motivation = isBookmark ? 'bookmarking' : note.note === '' ? 'highlighting' : 'commenting';
  return {
    id: id === '' ? undefined : `urn:uuid:${id}`,
    type: 'Annotation',
    motivation,
    created: createdAt === '' ? now : createdAt,
    target: {
      // Only the CFI identifies the file: the device knows the book's files by their CFI steps alone.
      source: `#${cfi.replace(/!.*$/, ')')}`,
      selector: [
        ...(quote === '' || isBookmark
          ? []
          : [{ type: 'FragmentSelector', conformsTo: TEXT_FRAGMENTS, value: textFragment(note) }]),
        ...quoted,
        ...(cfi === '' ? [] : [{ type: 'FragmentSelector', conformsTo: CFI_SYNTAX, value: cfi }]),
        // Share of the book, 0 to 1, as Readium writes it.
        ...(percentage === null ? [] : [{ type: 'ProgressionSelector', value: percentage / 100 }]),
      ],
      ...(chapter === '' ? {} : { meta: { headings: [{ level: 1, txt: chapter }] } }),
    },
    ...(isBookmark
      ? {}
      : {
          body: {
            type: 'TextualBody',
            format: 'text/plain',
            value: note.note,
            color: SUBSTITUTES[color] ?? color,
            ...(color in SUBSTITUTES ? { exactColor: color } : {}),
          },
        }),
  };
}

function textFragment({ quote, prefix, suffix }: PortableNote): string {
  const encode = (text: string) => encodeURIComponent(text).replaceAll('-', '%2D');
  const before = prefix.trim() === '' ? '' : `${encode(prefix.trim())}-,`;
  const after = suffix.trim() === '' ? '' : `,-${encode(suffix.trim())}`;
  return `:~:text=${before}${encode(quote)}${after}`;
}

/**
 * Reads an annotation set, the older collections and single annotations of programs, and the sets of Readium.
 * @returns null for JSON of another program
 */
export function readAnnotations(value: unknown): NoteFile | null {
  const items = itemsOf(value);
  if (items === null) return null;
  const about = isRecord(value) && isRecord(value['about']) ? value['about'] : {};
  const book: PortableBook = {
    title: localText(about['dc:title'] ?? about['title'] ?? (isRecord(value) ? value['title'] : '')),
    part: '',
    author: listOf(about['dc:creator'] ?? about['creator'])
      .map(localText)
      .join(', '),
    ids: listOf(about['dc:identifier'] ?? about['identifier']).map(cleanText),
  };
  return noteFile(items.map((each) => readAnnotation(each, book)));
}

function itemsOf(value: unknown): readonly unknown[] | null {
  if (Array.isArray(value)) return value.length > 0 && value.every(isAnnotation) ? value : null;
  if (!isRecord(value)) return null;
  if (isAnnotation(value)) return [value];
  if (value['type'] !== 'AnnotationSet' && value['type'] !== 'AnnotationCollection') return null;
  const first = isRecord(value['first']) ? value['first']['items'] : undefined;
  const items = value['items'] ?? first;
  return Array.isArray(items) ? items : null;
}

const isAnnotation = (value: unknown): boolean => isRecord(value) && value['type'] === 'Annotation';

const listOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];

/** A text with or without its language. */
const localText = (value: unknown): string =>
  isRecord(value) ? cleanText(value['text'] ?? value['stringValue'] ?? value['value']) : cleanText(value);

/** Place of a selector; missing facts are absent. */
type Place = Partial<Pick<PortableNote, 'quote' | 'prefix' | 'suffix' | 'cfi' | 'percentage'>>;

function readAnnotation(value: unknown, book: PortableBook): PortableNote | null {
  if (!isRecord(value)) return null;
  const target = listOf(value['target']).find(isRecord) ?? {};
  const body = listOf(value['body']).find(isRecord) ?? {};
  // A text quote has more than a text fragment, whose surroundings are shortened.
  const selectors = listOf(target['selector'])
    .filter(isRecord)
    .toSorted((one, other) => rankOf(one) - rankOf(other));
  const place: Place = Object.assign({}, ...selectors.map(placeOf));
  const text = typeof value['body'] === 'string' ? value['body'] : localText(body['value']);
  const isBookmark =
    value['motivation'] === 'bookmarking' || (text === '' && (place.quote ?? '') === '' && isPoint(place.cfi ?? ''));
  const meta = isRecord(target['meta']) ? target['meta'] : {};
  const heading = listOf(meta['headings']).findLast(isRecord);
  return portableNote({
    ...place,
    kind: isBookmark ? 'bookmark' : 'highlight',
    id: cleanText(value['id']).replace(/^urn:uuid:/i, ''),
    book,
    chapter: cleanText(heading?.['txt']),
    note: cleanText(text),
    color: portableColor(body['exactColor'] ?? body['color'] ?? value['color']),
    createdAt: plausibleInstant(cleanText(value['created'])),
  });
}

const isPoint = (cfi: string): boolean => cfi !== '' && !cfi.includes(',');

const rankOf = ({ type }: Readonly<Record<string, unknown>>): number => Number(type === 'TextQuoteSelector');

function placeOf(selector: Readonly<Record<string, unknown>>): Place {
  const value = cleanText(selector['value']);
  if (selector['type'] === 'ProgressionSelector')
    return { percentage: plausiblePercentage(Number((Number(selector['value'] ?? Number.NaN) * 100).toFixed(8))) };
  if (selector['type'] === 'TextQuoteSelector') {
    const { exact, prefix, suffix } = selector;
    return { quote: cleanText(exact), prefix: cleanText(prefix), suffix: cleanText(suffix) };
  }
  if (value.startsWith('epubcfi(')) return { cfi: value };
  const fragment = /:~:text=([^&]*)/.exec(value)?.[1];
  return fragment === undefined ? {} : placeOfFragment(fragment);
}

function placeOfFragment(fragment: string): Place {
  const parts = fragment.split(',');
  const decode = (text: string): string => {
    try {
      return cleanText(decodeURIComponent(text));
    } catch {
      return cleanText(text);
    }
  };
  const prefix = parts[0]?.endsWith('-') ? parts.shift()?.slice(0, -1) : undefined;
  const suffix = parts.at(-1)?.startsWith('-') ? parts.pop()?.slice(1) : undefined;
  // Of a range only its first words are given.
  return { quote: decode(parts[0] ?? ''), prefix: decode(prefix ?? ''), suffix: decode(suffix ?? '') };
}
