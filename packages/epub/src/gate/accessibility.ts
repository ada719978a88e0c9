import { type AccessibilityStatement, accessibilityStatements } from '@cuentos/domain/books/accessibility';
import { isNarrationPath } from '../container/narration.ts';
import { plainText } from '../container/package-metadata.ts';
import type { MetadataItem, PackageDocument } from '../container/opf.ts';
import type { Publication } from '../container/publication.ts';

/** Statements of the shop about the accessibility of an edition. */
export interface Accessibility {
  readonly statements: readonly AccessibilityStatement[];
  /** The book's own words about it; null when it has none. */
  readonly summary: string | null;
  /** Name of the certifier; null when the book names none. */
  readonly certifier: string | null;
}

/** Findings of the gate in the documents of a book. */
export interface DocumentFindings {
  readonly hasContents: boolean;
  readonly hasHeadings: boolean;
  readonly describedPictures: number;
  readonly undescribedPictures: number;
}

const SUMMARY_LENGTH = 2_000;
const NAME_LENGTH = 200;

/**
 * Statement of the display guide for each `accessibilityFeature` of schema.org. Features that the gate detects itself
 * are left out.
 */
const FEATURES: Readonly<Record<string, AccessibilityStatement>> = {
  index: 'navigation-index',
  structuralNavigation: 'navigation-structural',
  pageNavigation: 'navigation-page-navigation',
  'latex-chemistry': 'rich-content-accessible-chemistry-as-latex',
  'MathML-chemistry': 'rich-content-accessible-chemistry-as-mathml',
  latex: 'rich-content-accessible-math-as-latex',
  MathML: 'rich-content-accessible-math-as-mathml',
  describedMath: 'rich-content-accessible-math-described',
  closedCaptions: 'rich-content-closed-captions',
  openCaptions: 'rich-content-open-captions',
  longDescription: 'rich-content-extended',
  longDescriptions: 'rich-content-extended',
  transcript: 'rich-content-transcript',
  aria: 'additional-accessibility-information-aria',
  ARIA: 'additional-accessibility-information-aria',
  audioDescription: 'additional-accessibility-information-audio-descriptions',
  braille: 'additional-accessibility-information-braille',
  fullRubyAnnotations: 'additional-accessibility-information-full-ruby-annotations',
  highContrastAudio: 'additional-accessibility-information-high-contrast-between-foreground-and-background-audio',
  highContrastDisplay: 'additional-accessibility-information-high-contrast-between-text-and-background',
  largePrint: 'additional-accessibility-information-large-print',
  pageBreakMarkers: 'additional-accessibility-information-page-breaks',
  rubyAnnotations: 'additional-accessibility-information-ruby-annotations',
  signLanguage: 'additional-accessibility-information-sign-language',
  tactileGraphic: 'additional-accessibility-information-tactile-graphics',
  tactileObject: 'additional-accessibility-information-tactile-objects',
  ttsMarkup: 'additional-accessibility-information-text-to-speech-hinting',
};

/**
 * Returns the statements on a book's accessibility: from the gate's findings where the documents show it, from the
 * book's own metadata (EPUB Accessibility 1.1) where only the author knows.
 */
export function accessibilityOf(
  document: PackageDocument,
  publication: Pick<Publication, 'sections' | 'resources' | 'characters'>,
  findings: DocumentFindings,
): Accessibility {
  const claims = claimsOf(document.metadata);
  const statements = new Set<AccessibilityStatement>([
    visualAdjustments(publication.sections),
    nonvisualReading(publication.characters, findings),
    conformance(claims('dcterms:conformsTo')),
    ...hazards(claims('schema:accessibilityHazard')),
    ...claims('schema:accessibilityFeature').flatMap((feature) => FEATURES[feature] ?? []),
  ]);
  if (findings.describedPictures > 0 && findings.undescribedPictures === 0)
    statements.add('ways-of-reading-nonvisual-reading-alt-text');
  if (publication.resources.some(({ path }) => isNarrationPath(path))) {
    statements.add('ways-of-reading-prerecorded-audio-synchronized');
  } else if (publication.resources.some(({ mediaType }) => mediaType.startsWith('audio/'))) {
    const isAllThereIs = publication.characters === 0;
    statements.add(`ways-of-reading-prerecorded-audio-${isAllThereIs ? 'only' : 'complementary'}`);
  }
  if (findings.hasContents) statements.add('navigation-toc');
  if (findings.hasHeadings) statements.add('navigation-structural');
  if (document.manifest.some(({ properties }) => properties.includes('mathml'))) {
    statements.add('rich-content-accessible-math-as-mathml');
  }
  if (claims('a11y:exemption').length > 0) statements.add('legal-considerations-exempt');
  if (![...statements].some((statement) => statement.startsWith('navigation-')))
    statements.add('navigation-no-metadata');
  return {
    statements: accessibilityStatements.filter((statement) => statements.has(statement)),
    summary: plainText(claims('schema:accessibilitySummary')[0] ?? '', SUMMARY_LENGTH) || null,
    certifier: plainText(claims('a11y:certifiedBy')[0] ?? '', NAME_LENGTH) || null,
  };
}

/** Returns a function that reads the values of a property of the whole book, in either version of EPUB. */
function claimsOf(metadata: readonly MetadataItem[]): (property: string) => string[] {
  return (property) =>
    metadata
      .filter((item) => item.property === property || item.name === property)
      .map(({ value }) => value.trim())
      .filter((value) => value !== '');
}

function visualAdjustments(sections: Publication['sections']): AccessibilityStatement {
  const fixed = sections.filter(({ layout }) => layout === 'pre-paginated').length;
  if (fixed === 0) return 'ways-of-reading-visual-adjustments-modifiable';
  const isWhole = fixed === sections.length;
  return `ways-of-reading-visual-adjustments-${isWhole ? 'unmodifiable' : 'unknown'}`;
}

function nonvisualReading(characters: number, { undescribedPictures }: DocumentFindings): AccessibilityStatement {
  if (characters === 0) return 'ways-of-reading-nonvisual-reading-none';
  return `ways-of-reading-nonvisual-reading-${undescribedPictures > 0 ? 'not-fully' : 'readable'}`;
}

/** Reads a claimed level in either form: EPUB Accessibility 1.0 writes an address, 1.1 words. */
function conformance(claimed: readonly string[]): AccessibilityStatement {
  const levels = claimed.map((claim) => /(?:\bLevel |#wcag-)(A{1,3})$/i.exec(claim)?.[1]);
  for (const level of ['aaa', 'aa', 'a'] as const) {
    if (levels.some((claimedLevel) => claimedLevel?.toLowerCase() === level)) return `conformance-${level}`;
  }
  return claimed.length > 0 ? 'conformance-unknown-standard' : 'conformance-no';
}

const HAZARDS = { flashing: 'flashing', motionSimulation: 'motion', sound: 'sound' } as const;

function hazards(claimed: readonly string[]): AccessibilityStatement[] {
  if (claimed.length === 0) return ['hazards-no-metadata'];
  const kinds = Object.entries(HAZARDS);
  const present = kinds.flatMap(([claim, kind]) => (claimed.includes(claim) ? [`hazards-${kind}` as const] : []));
  if (present.length > 0) return present;
  const none =
    claimed.includes('none') || ['Flashing', 'MotionSimulation', 'Sound'].every((kind) => isDenied(claimed, kind));
  return [none ? 'hazards-none' : 'hazards-unknown'];
}

function isDenied(claimed: readonly string[], kind: string): boolean {
  return claimed.includes(`no${kind}Hazard`);
}
