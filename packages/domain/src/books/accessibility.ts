/**
 * Statements on the accessibility of a book: those of the W3C's Accessibility Metadata Display Guide 2.0 for EPUB, by
 * their names there, in the order in which they are shown.
 * @see https://www.w3.org/publishing/a11y/metadata-display-guide/
 */
export const accessibilityStatements = [
  'ways-of-reading-visual-adjustments-modifiable',
  'ways-of-reading-visual-adjustments-unmodifiable',
  'ways-of-reading-visual-adjustments-unknown',
  'ways-of-reading-nonvisual-reading-readable',
  'ways-of-reading-nonvisual-reading-not-fully',
  'ways-of-reading-nonvisual-reading-none',
  'ways-of-reading-nonvisual-reading-alt-text',
  'ways-of-reading-prerecorded-audio-only',
  'ways-of-reading-prerecorded-audio-synchronized',
  'ways-of-reading-prerecorded-audio-complementary',
  'conformance-aaa',
  'conformance-aa',
  'conformance-a',
  'conformance-unknown-standard',
  'conformance-no',
  'navigation-toc',
  'navigation-index',
  'navigation-structural',
  'navigation-page-navigation',
  'navigation-no-metadata',
  'rich-content-accessible-chemistry-as-latex',
  'rich-content-accessible-chemistry-as-mathml',
  'rich-content-accessible-math-as-latex',
  'rich-content-accessible-math-as-mathml',
  'rich-content-accessible-math-described',
  'rich-content-closed-captions',
  'rich-content-open-captions',
  'rich-content-extended',
  'rich-content-transcript',
  'hazards-flashing',
  'hazards-motion',
  'hazards-sound',
  'hazards-none',
  'hazards-unknown',
  'hazards-no-metadata',
  'legal-considerations-exempt',
  'additional-accessibility-information-aria',
  'additional-accessibility-information-audio-descriptions',
  'additional-accessibility-information-braille',
  'additional-accessibility-information-full-ruby-annotations',
  'additional-accessibility-information-high-contrast-between-foreground-and-background-audio',
  'additional-accessibility-information-high-contrast-between-text-and-background',
  'additional-accessibility-information-large-print',
  'additional-accessibility-information-page-breaks',
  'additional-accessibility-information-ruby-annotations',
  'additional-accessibility-information-sign-language',
  'additional-accessibility-information-tactile-graphics',
  'additional-accessibility-information-tactile-objects',
  'additional-accessibility-information-text-to-speech-hinting',
] as const;

export type AccessibilityStatement = (typeof accessibilityStatements)[number];

/** Tone of an accessibility statement: a feature is present, it is absent or unknown, or the book has a hazard. */
export type StatementTone = 'present' | 'absent' | 'hazard';

const HAZARDS: ReadonlySet<AccessibilityStatement> = new Set(['hazards-flashing', 'hazards-motion', 'hazards-sound']);
const ABSENT = /-(?:unmodifiable|unknown|not-fully|none|audio-only|unknown-standard|no|no-metadata|exempt)$/;

/** 'Sin peligros' counts as present; unknown, missing or partial features count as absent. */
export function toneOf(statement: AccessibilityStatement): StatementTone {
  if (HAZARDS.has(statement)) return 'hazard';
  return statement !== 'hazards-none' && ABSENT.test(statement) ? 'absent' : 'present';
}
