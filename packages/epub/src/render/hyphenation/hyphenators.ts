import type { ViewSettings } from '../pagination/theme-css.ts';
import type { SectionHyphens } from './section-hyphens.ts';

/** By language, null where there are no patterns; what was brought for one book serves the next. */
const hyphenators = new Map<string, ((document: Document) => SectionHyphens | null) | null>();

type Divided = Pick<ViewSettings, 'language' | 'dividesWords' | 'theme' | 'hyphens'>;

const isWanted = ({ dividesWords, theme, hyphens }: Divided): boolean =>
  hyphens !== 'none' && !dividesWords && theme.hyphenate !== false;

/** Divides the words of a section, if the browser does not and the patterns are here. */
export function hyphenate(document: Document, settings: Divided): SectionHyphens | null {
  return isWanted(settings) ? (hyphenators.get(settings.language)?.(document) ?? null) : null;
}

/** Brings the patterns of a book's language where the browser has none; without them it is read as before. */
export async function bringHyphenator(settings: Divided): Promise<void> {
  const { language } = settings;
  if (!isWanted(settings) || hyphenators.has(language)) return;
  await import('./section-hyphens.ts')
    .then(async ({ hyphenatorOf }) => hyphenators.set(language, await hyphenatorOf(language)))
    .catch(() => {});
}

/** Whether patterns were brought in the life of this page. */
export const hasHyphenators = (): boolean => hyphenators.size > 0;
