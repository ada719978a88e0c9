/** Block elements of HTML and XDXF. */
const BLOCKS = new Set(
  'address article blockquote br dd def div dl dt ex h1 h2 h3 h4 h5 h6 hr li ol p pre section table tr ul'.split(' '),
);
/** Elements whose content is left out: scripts and styles, and in XDXF the repeated headword. */
const UNREAD = /<(script|style|head|title|template|noscript)\b[^<>]*>[\s\S]*?(?:<\/\1\s*>|$)/gi;
const HEADWORD = /<k\b[^<>]*>[\s\S]*?(?:<\/k\s*>|$)/gi;
const COMMENT = /<!--[\s\S]*?(?:-->|$)/g;
/** A tag; any other `<` is a character. No expression here backtracks, however hostile the text is. */
const TAG = /<\/?([a-z][\w:-]*)[^<>]*>?|<[!?][^<>]*>?/gi;
const CHARACTER = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z][\da-z]{1,30}));/gi;

/** Named characters of Latin 1 (HTML 4.01, 24.2.1), from U+00A0. */
const LATIN =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';
/** Others that dictionaries write. */
const OTHERS: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", OElig: 'Œ', oelig: 'œ', ensp: ' ', emsp: ' ', thinsp: ' ' },
  ...{ ndash: '–', mdash: '—', lsquo: '‘', rsquo: '’', sbquo: '‚', ldquo: '“', rdquo: '”', bdquo: '„', bull: '•' },
  ...{ hellip: '…', dagger: '†', Dagger: '‡', prime: '′', Prime: '″', lsaquo: '‹', rsaquo: '›', larr: '←' },
  ...{ rarr: '→', harr: '↔', minus: '−', asymp: '≈', ne: '≠', le: '≤', ge: '≥', loz: '◊', zwj: '', zwnj: '' },
};
const characters = new Map<string, string>([
  ...LATIN.split(' ').map((name, index): [string, string] => [name, String.fromCharCode(0xa0 + index)]),
  ...Object.entries(OTHERS),
]);

/**
 * Converts a field into lines of text: removes the markup, and starts a line where the markup does. The text is never
 * given to a parser of the browser.
 * @param type letter of StarDict: h HTML, x XDXF, g Pango, k KingSoft's XML, w MediaWiki; all others are plain
 */
export function plainText(text: string, type: string): string {
  // Adjacent closing and opening block tags would leave empty lines.
  if (type === 'h') return tidy(withoutMarkup(text, type)).replaceAll(/\n{2,}/g, '\n');
  if ('xgk'.includes(type)) return tidy(withoutMarkup(text, type));
  if (type === 'w') return tidy(withoutWikiMarks(text));
  return tidy(text);
}

function withoutMarkup(text: string, type: string): string {
  const bare = text
    .replaceAll(COMMENT, '')
    .replaceAll(UNREAD, '')
    .replaceAll(/<!\[CDATA\[|\]\]>/g, '');
  // In Pango and XDXF line breaks are the writer's; in HTML they are spaces.
  const lined = type === 'h' ? bare.replaceAll(/\s+/g, ' ') : bare;
  const read = type === 'x' ? lined.replaceAll(HEADWORD, '') : lined;
  return read
    .replaceAll(TAG, (_tag, name: string | undefined) => {
      const element = name?.toLowerCase() ?? '';
      if (element === 'td' || element === 'th') return ' ';
      return BLOCKS.has(element) ? '\n' : '';
    })
    .replaceAll(CHARACTER, (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return characters.get(name) ?? whole;
      return characterOf(decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal));
    });
}

/** Empty for an invalid reference: no code point, half of a surrogate pair, or zero. */
function characterOf(code: number): string {
  const isCharacter = code > 0 && code <= 0x10_ff_ff && (code < 0xd800 || code > 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : '';
}

function withoutWikiMarks(text: string): string {
  const isHeading = (line: string) => line.startsWith('=') && line.endsWith('=');
  return text
    .replaceAll(/\[\[(?:[^[\]|]*\|)?([^[\]|]*)\]\]/g, '$1')
    .replaceAll(/'{2,5}/g, '')
    .split('\n')
    .map((line) => (isHeading(line) ? line.replaceAll('=', '') : line))
    .join('\n');
}

/** Removes spaces at line ends, and all but one of several empty lines. */
function tidy(text: string): string {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}
