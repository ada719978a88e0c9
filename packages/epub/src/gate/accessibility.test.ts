import { accessibilityStatements, type AccessibilityStatement, toneOf } from '@cuentos/domain/books/accessibility';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GateFixture } from '../testing/gate-fixture.ts';
import { type EpubSpec, pngHeader } from '../testing/make-epub.ts';
import { overlayFile, par, soundFile } from '../testing/make-narration.ts';

let fixture: GateFixture;
beforeEach(async () => {
  fixture = await GateFixture.create();
});
afterEach(async () => {
  await fixture.remove();
});

const said = async (spec: EpubSpec) => (await fixture.accept(spec)).accessibility;
const statements = async (spec: EpubSpec) => (await said(spec)).statements;
const claim = (property: string, ...values: readonly string[]) =>
  values.map((value) => `<meta property="${property}">${value}</meta>`).join('');
const feature = (...values: readonly string[]) => claim('schema:accessibilityFeature', ...values);
const picture = { path: 'a.png', content: pngHeader(10, 10), mediaType: 'image/png' };

describe('the accessibility of a book', () => {
  it('is derived from the text for a plain book', async () => {
    expect(await said({ chapters: [{ html: '<h1>Uno</h1><p>Hola.</p>' }] })).toEqual({
      statements: [
        'ways-of-reading-visual-adjustments-modifiable',
        'ways-of-reading-nonvisual-reading-readable',
        'conformance-no',
        'navigation-toc',
        'navigation-structural',
        'hazards-no-metadata',
      ],
      summary: null,
      certifier: null,
    });
  });

  it.each<[string, EpubSpec, AccessibilityStatement, boolean]>([
    [
      'fixed pages',
      { metadata: claim('rendition:layout', 'pre-paginated') },
      'ways-of-reading-visual-adjustments-unmodifiable',
      true,
    ],
    [
      'pages of both kinds',
      { chapters: [{ html: '<p>a</p>' }, { html: '<p>b</p>', itemrefProperties: 'rendition:layout-pre-paginated' }] },
      'ways-of-reading-visual-adjustments-unknown',
      true,
    ],
    [
      'a picture without words for it',
      { chapters: [{ html: '<p>a</p><img src="a.png"/>' }], files: [picture] },
      'ways-of-reading-nonvisual-reading-not-fully',
      true,
    ],
    [
      'a picture with words for it',
      { chapters: [{ html: '<p>a</p><img src="a.png" alt="Un faro"/>' }], files: [picture] },
      'ways-of-reading-nonvisual-reading-alt-text',
      true,
    ],
    [
      'a picture of which nothing needs to be said',
      { chapters: [{ html: '<p>a</p><img src="a.png" alt=""/>' }], files: [picture] },
      'ways-of-reading-nonvisual-reading-alt-text',
      false,
    ],
    [
      'pictures of which one has no words',
      { chapters: [{ html: '<p>a</p><img src="a.png" alt="Un faro"/><img src="a.png"/>' }], files: [picture] },
      'ways-of-reading-nonvisual-reading-alt-text',
      false,
    ],
    [
      'nothing but pictures',
      { chapters: [{ html: '<img src="a.png" alt="Un faro"/>' }], files: [picture] },
      'ways-of-reading-nonvisual-reading-none',
      true,
    ],
    [
      'a sound',
      { files: [{ path: 'a.mp3', content: new Uint8Array([1]), mediaType: 'audio/mpeg' }] },
      'ways-of-reading-prerecorded-audio-complementary',
      true,
    ],
    [
      'a narration',
      {
        chapters: [{ html: '<p id="a">a</p>', mediaOverlay: 'mo' }],
        files: [overlayFile('mo', par('c1.xhtml#a', 'a.wav', '')), soundFile('a.wav', 0.1)],
      },
      'ways-of-reading-prerecorded-audio-synchronized',
      true,
    ],
    [
      'no contents and no headings',
      { contents: null, chapters: [{ html: '<p>a</p>' }] },
      'navigation-no-metadata',
      true,
    ],
    ['a book without contents', { contents: null }, 'navigation-toc', false],
  ])('%s', async (_what, spec, statement, isSaid) => {
    expect((await statements(spec)).includes(statement)).toBe(isSaid);
  });

  it.each<[string, AccessibilityStatement]>([
    ['EPUB Accessibility 1.1 - WCAG 2.2 Level AAA', 'conformance-aaa'],
    ['EPUB Accessibility 1.1 - WCAG 2.1 Level AA', 'conformance-aa'],
    ['EPUB Accessibility 1.1 - WCAG 2.0 Level A', 'conformance-a'],
    ['http://www.idpf.org/epub/a11y/accessibility-20170105.html#wcag-aa', 'conformance-aa'],
    ['Una norma propia', 'conformance-unknown-standard'],
  ])('by what it claims to conform to: %s', async (value, statement) => {
    expect(await statements({ metadata: claim('dcterms:conformsTo', value) })).toContain(statement);
    expect(await statements({ metadata: `<link rel="dcterms:conformsTo" href="${value}"/>` })).toContain(statement);
  });

  it('names the certifier and quotes the summary of the book', async () => {
    const metadata =
      claim('a11y:certifiedBy', 'Fundación Faro') + claim('schema:accessibilitySummary', ' Sin\n imágenes. ');
    expect(await said({ metadata })).toMatchObject({ certifier: 'Fundación Faro', summary: 'Sin imágenes.' });
  });

  it.each<[readonly string[], readonly AccessibilityStatement[]]>([
    [['flashing', 'noSoundHazard'], ['hazards-flashing']],
    [
      ['motionSimulation', 'sound'],
      ['hazards-motion', 'hazards-sound'],
    ],
    [['none'], ['hazards-none']],
    [['noFlashingHazard', 'noMotionSimulationHazard', 'noSoundHazard'], ['hazards-none']],
    [['noFlashingHazard', 'noSoundHazard'], ['hazards-unknown']],
    [['unknown'], ['hazards-unknown']],
  ])('by its hazards: %j', async (values, expected) => {
    const found = await statements({ metadata: claim('schema:accessibilityHazard', ...values) });
    expect(found.filter((statement) => statement.startsWith('hazards-'))).toEqual(expected);
  });

  it('lists known features in display order', async () => {
    const metadata =
      feature('transcript', 'index', 'ARIA', 'levitation') + claim('a11y:exemption', 'eaa-microenterprise');
    const found = await statements({ metadata });
    expect(found.filter((statement) => /transcript|index|aria|exempt/.test(statement))).toEqual([
      'navigation-index',
      'rich-content-transcript',
      'legal-considerations-exempt',
      'additional-accessibility-information-aria',
    ]);
    expect(found).toEqual(accessibilityStatements.filter((statement) => found.includes(statement)));
  });
});

it('only hazards have the tone of a warning, and unknown features have the tone of absent ones', () => {
  const tones = Map.groupBy(accessibilityStatements, toneOf);
  expect(tones.get('hazard')).toEqual(['hazards-flashing', 'hazards-motion', 'hazards-sound']);
  expect(tones.get('absent')).toEqual([
    'ways-of-reading-visual-adjustments-unmodifiable',
    'ways-of-reading-visual-adjustments-unknown',
    'ways-of-reading-nonvisual-reading-not-fully',
    'ways-of-reading-nonvisual-reading-none',
    'ways-of-reading-prerecorded-audio-only',
    'conformance-unknown-standard',
    'conformance-no',
    'navigation-no-metadata',
    'hazards-unknown',
    'hazards-no-metadata',
    'legal-considerations-exempt',
  ]);
});
