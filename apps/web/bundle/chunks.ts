/** How the browser's script is cut: few files pack better than many, and no first page gets another one's. */

/** Screens whose own files are fetched together with them; each name costs every first page some bytes. */
const preloadedScreens = /(landing|book-detail|login|register|library)-screen/;
const alwaysThere = /(vendor|router|first|shell|rolldown-runtime)-/;

/** Files that are fetched as soon as a screen is asked for, instead of when its own has arrived. */
export function preloadedFiles(screen: string, files: string[]): string[] {
  return preloadedScreens.test(screen) ? files.filter((file) => !alwaysThere.test(file)) : [];
}

/** What every screen needs, the reader too. */
const firstParts = new RegExp(
  [
    'src/lib/(page-data|clock|format-percent|redirect|store|tab-channel)[.]',
    'src/lib/api/(anti-forgery|session|api-events)[.]',
    'preload-helper',
    'src/ui/(button|mark|navigation|texts)[.]',
    'src/ui/overlays/(confirm|toast-store|toaster)[.]',
    'src/device/network-status[.]',
    'src/app/(app-frame|browser-start|failure-boundary|start-reading)[.]',
    'src/features/site/page-meta[.]',
    'src/features/reading/address[.]',
    'src/features/users/work-areas[.]',
    'bundle/lucide-icon[.]',
    'node_modules/lucide-react/dist/esm/icons/(arrow-left|circle-check|circle-exclamation-point|info|x)[.]',
  ].join('|'),
);

/** What public pages and the reader's tools share: no part of it may bring the router, which the reader does without. */
const commonParts = new RegExp(
  [
    'src/lib/formats[.]',
    'packages/contract/src/limits[.]',
    'packages/domain/src/text/graphemes[.]',
    'node_modules/lucide-react/dist/esm/icons/(pause|play|chevron-left|chevron-right)[.]',
  ].join('|'),
);

/** What the public pages add. */
const pageParts = new RegExp(
  [
    'src/ui/back-link[.]',
    'src/ui/forms/field-classes[.]',
    'src/ui/pictures/cover[.]',
    'src/features/site/route-books[.]',
    'src/features/books/texts[.]',
    'node_modules/lucide-react/dist/esm/icons/eye[.]',
  ].join('|'),
);

/** What the pages with header and books add. */
const shopParts = new RegExp(
  [
    'src/ui/pictures/slider[.]',
    'src/features/books/(part-pricing|book-slides|book-slider|book-actions)[.]',
    'src/features/site/(page-frames|site-header|texts)[.]',
    'node_modules/lucide-react/dist/esm/icons/(book-open|share-2|menu)[.]',
  ].join('|'),
);

/** What the forms of accounts add. */
const accountParts = new RegExp(
  [
    'src/ui/forms/text-field[.]',
    'src/ui/banner[.]',
    'src/features/site/account-frame[.]',
    'src/features/auth/(texts|form-fields|captcha/captcha|google/google-sign-in)[.]',
    'node_modules/lucide-react/dist/esm/icons/eye-off[.]',
  ].join('|'),
);

/** What every call to the API needs. */
const callParts = new RegExp(
  [
    'src/lib/(locks|serial-queue)[.]',
    'src/lib/api/(api-client|api-error|refresh-session)[.]',
    'packages/contract/src/(endpoint|endpoints)[.]',
  ].join('|'),
);

/** The way to this device's own copies, and what it knows of a reader's places. */
const deviceParts = new RegExp(
  [
    'node_modules/idb/',
    'src/device/(sync-database|device-database|open-database|stored-epubs|tabs|owner|outbox|journal)[.]',
    'src/features/reading/position/(position-store|position-sync|position-tracker)[.]',
    'src/features/library/last-read[.]',
    'src/lib/(new-id|with-timeout)[.]',
  ].join('|'),
);

/** What brings a book's first page, the screen itself aside. */
const readingParts = new RegExp(
  [
    'node_modules/foliate-js/epubcfi[.]',
    'packages/epub/src/(locator/cfi|container/(counted-text|loader|url-loader)|render/sections/parse-document)[.]',
    'packages/domain/src/reading/position[.]',
    'src/features/reading/opening/(open-book|fetch-opening)[.]',
    'src/features/reading/themes/(themes|font-faces|zoom-preference)[.]',
    'src/features/reading/screen/(overlays-code|use-reading-screen)[.]',
    'src/features/reading/texts[.]',
    'src/features/bookmarks/texts[.]',
    'src/ui/overlays/(loader|layers)[.]',
    'node_modules/lucide-react/dist/esm/icons/(headphones|search)[.]',
  ].join('|'),
);

/** A part counts with all that it imports, so that what others need too must come before it. */
const groups = [
  ['vendor', /node_modules\/(react|react-dom|scheduler)\/|rolldown\/runtime/],
  ['first', firstParts],
  ['router', /node_modules\/react-router\/|src\/features\/site\/brand-link[.]/],
  ['common', commonParts],
  ['calls', callParts],
  ['pages', pageParts],
  ['shop', shopParts],
  ['account', accountParts],
  ['device', deviceParts],
  ['reading', readingParts],
] as const;

export const chunkGroups = groups.map(([name, test], index) => ({ name, test, priority: groups.length - index }));
