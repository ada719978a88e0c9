import type { ViewSettings } from '../pagination/theme-css.ts';
import type { SectionHyphens } from './section-hyphens.ts';

/** Hyphenators by language, null for a language without patterns; kept for the next book of the language. */
const hyphenators = new Map<string, ((document: Document) => SectionHyphens | null) | null>();

type Divided = Pick<ViewSettings, 'language' | 'dividesWords' | 'theme' | 'hyphens'>;

const isWanted = ({ dividesWords, theme, hyphens }: Divided): boolean =>
  hyphens !== 'none' && !dividesWords && theme.hyphenate !== false;

/** Divides the words of a section, if the browser does not and the patterns are loaded. */
export function hyphenate(document: Document, settings: Divided): SectionHyphens | null {
  return isWanted(settings) ? (hyphenators.get(settings.language)?.(document) ?? null) : null;
}

/**
 * Loads the patterns of a book's language if the browser has none; after a failed download the book is read without.
 */
export async function bringHyphenator(settings: Divided): Promise<void> {
  const { language } = settings;
  if (!isWanted(settings) || hyphenators.has(language)) return;
  await import('./section-hyphens.ts')
    .then(async ({ hyphenatorOf }) => hyphenators.set(language, await hyphenatorOf(language)))
    .catch(() => {});
}

/** Whether patterns were loaded since the page was opened. */
export const hasHyphenators = (): boolean => hyphenators.size > 0;
