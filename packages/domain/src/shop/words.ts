/** How the shop speaks of who writes: as they wish to be called. */
export const authorNouns = ['autora', 'autor', 'quien escribe'] as const;
export type AuthorNoun = (typeof authorNouns)[number];

/** The noun with its articles and prepositions. */
const nounForms: Readonly<
  Record<AuthorNoun, { readonly the: string; readonly toThe: string; readonly their: string }>
> = {
  autora: { the: 'la autora', toThe: 'a la autora', their: 'su autora' },
  autor: { the: 'el autor', toThe: 'al autor', their: 'su autor' },
  'quien escribe': { the: 'quien escribe', toThe: 'a quien escribe', their: 'quien los escribe' },
};

/** Values of the marks in braces of a shop's texts. */
export interface WordFacts {
  readonly storeName: string;
  /** Empty where the shop names no author: the shop's name stands in. */
  readonly authorName: string;
  readonly authorNoun: AuthorNoun;
  /** Cheapest price, ready to show. */
  readonly from?: string;
  /** Whether people may sign in with Google. */
  readonly withGoogle?: boolean;
}

const waysIn = (withGoogle: boolean) =>
  `${withGoogle ? 'tu cuenta de Google o con ' : ''}tu correo y el código que te enviamos`;

/** Puts the facts in place of the marks in braces; a mark that means nothing stays as it was written. */
export function fillWords(text: string, facts: WordFacts): string {
  const { storeName, authorName, authorNoun, from, withGoogle = false } = facts;
  const { the, toThe, their } = nounForms[authorNoun];
  const values: Readonly<Record<string, string | undefined>> = {
    tienda: storeName,
    autora: authorName === '' ? storeName : authorName,
    'la autora': the,
    'a la autora': toThe,
    'su autora': their,
    desde: from,
    'formas de entrar': waysIn(withGoogle),
  };
  return text.replaceAll(
    /\{([a-z ]+)\}/g,
    (mark, name: string) => (Object.hasOwn(values, name) && values[name]) || mark,
  );
}

/** 'La autora', for headings and links. */
export function authorTitle(noun: AuthorNoun): string {
  const { the } = nounForms[noun];
  return the.charAt(0).toUpperCase() + the.slice(1);
}

/** A run of a text with its mark. */
export interface MarkedRun {
  readonly text: string;
  readonly kind: 'plain' | 'italic' | 'link';
  /** Address of a link; begins with `https://`. */
  readonly url?: string;
}

/** `*así*`, and `[texto](https://…)`. */
const MARK = /\*([^*\n]+)\*|\[([^\][\n]+)\]\((https:\/\/[^\s()]+)\)/g;

/** Splits a text at its two marks. Everything else, angle brackets too, is text. */
export function readMarks(text: string): readonly MarkedRun[] {
  const runs: MarkedRun[] = [];
  let end = 0;
  for (const match of text.matchAll(MARK)) {
    if (match.index > end) runs.push({ kind: 'plain', text: text.slice(end, match.index) });
    const [whole, italic, label = '', url = ''] = match;
    runs.push(italic === undefined ? { kind: 'link', text: label, url } : { kind: 'italic', text: italic });
    end = match.index + whole.length;
  }
  if (end < text.length) runs.push({ kind: 'plain', text: text.slice(end) });
  return runs;
}

/** A text without its marks, for where only letters go: titles, descriptions, mails. */
export function withoutMarks(text: string): string {
  return readMarks(text)
    .map((run) => run.text)
    .join('');
}

/** Paragraphs of a text: an empty line stands between them. */
export function paragraphsOf(text: string): readonly string[] {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');
}

/** Letters of the mark of a shop that has chosen none: the initials of its first two long words. */
export function markLettersOf(storeName: string): string {
  const words = storeName.split(/\s+/).filter((word) => word !== '');
  const long = words.filter((word) => word.length > 3);
  const letters = (long.length > 0 ? long : words).slice(0, 2).map((word) => /^./u.exec(word)?.[0] ?? '');
  return letters.join('').toUpperCase() || 'C';
}
