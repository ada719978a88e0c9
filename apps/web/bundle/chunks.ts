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
    'src/lib/(anti-forgery|page-data|session|jwt|clock|pending-requests|failures|session-end|format-percent)[.]',
    'preload-helper',
    'src/ui/(ask-store|button|button-class|carried-toasts|icon-button|mark|navigation|texts|toaster|toast-store)[.]',
    'src/lib/(redirect|store-name)[.]',
    'src/offline/network-status[.]',
    'src/app/(app-frame|page-meta|plain-failure|providers|reader-address|start-reading|texts|use-network-toasts|wake-up)[.]',
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
    'src/lib/author[.]',
    'src/ui/(back-link|cover|cover-placeholder|blank-cover|input-class)[.]',
    'src/features/catalog/(texts|newest-first)[.]',
    'src/app/use-books[.]',
    'node_modules/lucide-react/dist/esm/icons/eye[.]',
  ].join('|'),
);

/** What the pages with header and shelf add. */
const shopParts = new RegExp(
  [
    'src/lib/(part-pricing|use-session)[.]',
    'src/ui/(slider|use-slider|slide-scroll|quote-card)[.]',
    'src/features/catalog/(book-slides|components/(book-slider|fragment-button|share-button))[.]',
    'src/features/storefront/(texts|components/(site-header|site-footer|sandbox-banner|skip-link))[.]',
    'src/app/public-frame[.]',
    'node_modules/lucide-react/dist/esm/icons/(book-open|share-2|menu)[.]',
  ].join('|'),
);

/** What the forms of accounts add. */
const accountParts = new RegExp(
  [
    'src/ui/(text-field|banner)[.]',
    'src/features/account/(texts|use-fields|validation|captcha/use-captcha|components/(account-frame|google-sign-in))[.]',
    'src/app/account-screen[.]',
    'node_modules/lucide-react/dist/esm/icons/eye-off[.]',
  ].join('|'),
);

/** What every call to the API needs. */
const callParts = new RegExp(
  [
    'src/lib/(api-client|api-error|error-texts|refresh-session|start-session)[.]',
    'packages/contract/src/paths[.]',
  ].join('|'),
);

/** The way to this device's own copies, and what it knows of a reader's places. */
const deviceParts = new RegExp(
  [
    'node_modules/idb/',
    'src/offline/(sync-database|device-database|stored-epubs|tell-tabs|outbox|send-position|local-locations)[.]',
    'src/offline/(position-keeper|kept-pages|new-id|claim-device)[.]',
  ].join('|'),
);

/** What brings a book's first page, the screen itself aside. */
const readingParts = new RegExp(
  [
    'node_modules/foliate-js/epubcfi[.]',
    'packages/epub/src/(locator/cfi|container/(counted-text|loader|url-loader)|render/parse-document)[.]',
    'packages/domain/src/reading/position[.]',
    'src/features/reader/(open-book|book-facts|fetch-opening|opening-failure|switching-loader|room-code|store|texts|themes|theme-store|font-faces)[.]',
    'src/features/reader/(use-layers|use-reading-screen|preview/texts|bookmarks/texts)[.]',
    'src/lib/zoom-preference[.]',
    'src/ui/loader[.]',
    'node_modules/lucide-react/dist/esm/icons/(headphones|search)[.]',
  ].join('|'),
);

/** A part counts with all that it imports, so that what others need too must come before it. */
const groups = [
  ['vendor', /node_modules\/(react|react-dom|scheduler)\/|rolldown\/runtime/],
  ['first', firstParts],
  ['router', /node_modules\/react-router\/|src\/features\/storefront\/components\/brand-link[.]/],
  ['common', commonParts],
  ['calls', callParts],
  ['pages', pageParts],
  ['shop', shopParts],
  ['account', accountParts],
  ['device', deviceParts],
  ['reading', readingParts],
] as const;

export const chunkGroups = groups.map(([name, test], index) => ({ name, test, priority: groups.length - index }));
