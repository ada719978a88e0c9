/** How the browser's script is cut: few files pack better than many, and no first page gets another one's. */

/** Screens whose own files are fetched together with them; each name costs every first page some bytes. */
const preloadedScreens = /(landing|book-detail|login|register|library)-screen/;
const alwaysThere = /(vendor|first|shell|rolldown-runtime)-/;

/** Files that are fetched as soon as a screen is asked for, instead of when its own has arrived. */
export function preloadedFiles(screen: string, files: string[]): string[] {
  return preloadedScreens.test(screen) ? files.filter((file) => !alwaysThere.test(file)) : [];
}

/** What every first page needs. */
const firstParts = new RegExp(
  [
    'src/lib/(anti-forgery|page-data|session|jwt|clock|author)[.]',
    'preload-helper',
    'src/ui/(back-link|button|button-class|cover|cover-placeholder|blank-cover|icon-button|input-class|mark|texts|toaster|toast-store)[.]',
    'src/features/catalog/(texts|newest-first)[.]',
    'src/features/storefront/components/brand-link[.]',
    'src/app/(page-meta|use-books)[.]',
    'bundle/lucide-icon[.]',
    'node_modules/lucide-react/dist/esm/icons/(arrow-left|circle-check|circle-exclamation-point|eye|info|x)[.]',
  ].join('|'),
);

/** What the pages with header and shelf add. */
const shopParts = new RegExp(
  [
    'src/lib/(formats|part-pricing|use-session)[.]',
    'src/ui/(slider|use-slider|slide-scroll|quote-card)[.]',
    'src/features/catalog/(book-slides|components/(book-slider|fragment-button|share-button))[.]',
    'src/features/storefront/(texts|components/(site-header|site-footer|sandbox-banner|skip-link))[.]',
    'src/app/public-frame[.]',
    'node_modules/lucide-react/dist/esm/icons/(book-open|share-2|pause|play|chevron-left|chevron-right|menu)[.]',
  ].join('|'),
);

/** What the forms of accounts add. */
const accountParts = new RegExp(
  [
    'src/lib/(api-error|error-texts)[.]',
    'src/ui/(text-field|banner)[.]',
    'src/features/account/(texts|use-fields|validation|captcha/use-captcha|components/(account-frame|google-sign-in))[.]',
    'src/app/account-screen[.]',
    'node_modules/lucide-react/dist/esm/icons/eye-off[.]',
    'packages/contract/src/(paths|limits)[.]',
  ].join('|'),
);

export const chunkGroups = [
  { name: 'vendor', test: /node_modules\/(react|react-dom|scheduler|react-router)\/|rolldown\/runtime/, priority: 4 },
  { name: 'first', test: firstParts, priority: 3 },
  { name: 'shop', test: shopParts, priority: 2 },
  { name: 'account', test: accountParts, priority: 1 },
];
