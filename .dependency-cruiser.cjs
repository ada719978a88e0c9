/** Directions of imports. */
const tests = '\\.(test|spec)\\.tsx?$|/testing/|^e2e/|^bench/';

/** Modules of the API that write orders, payments, refunds and gifts in one transaction. */
const sale = '^apps/api/src/modules/(orders|payments|refunds|gifts|pocket|discount-codes)/';

/** A feature may use those that stand before it; two on one line do not use each other. `X/admin` is the working area of X. */
const features = [
  ['site'],
  ['auth', 'follows', 'accounting', 'exports', 'note-files'],
  ['users', 'pocket'],
  ['books'],
  ['gifts'],
  ['orders'],
  ['messages'],
  ['library', 'dictionaries'],
  ['highlights', 'bookmarks'],
  ['notebook'],
  ['reading'],
  ['admin'],
  ['today'],
  [
    'books/admin',
    'payments/admin',
    'announcements/admin',
    'shop/admin',
    'accounting/admin',
    'exports/admin',
    'setup',
    'backups',
  ],
  ['refunds/admin', 'discount-codes/admin', 'personal-data/admin'],
  ['entitlements/admin'],
  ['users/admin'],
  ['messages/admin', 'auth/admin'],
  ['reports'],
];

/** The folder of a feature, without its working area. */
const folderOf = (name) => (name.includes('/') ? `${name}/` : `${name}/(?!admin/)`);

/** One rule a feature: what stands beside it or after it is not for it. A screen puts features together, and may use any. */
const inOrder = features.flatMap((level, index) =>
  level.flatMap((name) => {
    const above = [...level.filter((other) => other !== name), ...features.slice(index + 1).flat()];
    if (above.length === 0) return [];
    return [
      {
        name: `feature-order-${name}`,
        severity: 'error',
        from: { path: `^apps/web/src/features/${folderOf(name)}`, pathNot: [tests, '-screen\\.tsx$'] },
        to: { path: `^apps/web/src/features/(${above.map(folderOf).join('|')})` },
      },
    ];
  }),
);

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'domain-pure',
      comment: 'The rules of the shop know nothing but themselves.',
      severity: 'error',
      from: { path: '^packages/domain/src', pathNot: tests },
      to: { pathNot: '^packages/domain/src' },
    },
    {
      name: 'contract-thin',
      severity: 'error',
      from: { path: '^packages/contract/src', pathNot: tests },
      to: { pathNot: '^packages/(contract|domain)/src|node_modules/zod/' },
    },
    {
      name: 'epub-alone',
      comment: 'The engine and the gate know nothing of ours but the domain.',
      severity: 'error',
      from: { path: '^packages/epub/src' },
      to: { path: '^(apps|packages/contract|demo)/|node_modules/(react|react-dom|fastify|kysely)/' },
    },
    {
      name: 'apps-apart-web',
      severity: 'error',
      from: { path: '^apps/web/' },
      to: { path: '^apps/api/|^demo/' },
    },
    { name: 'apps-apart-api', severity: 'error', from: { path: '^apps/api/' }, to: { path: '^apps/web/' } },
    ...inOrder,
    {
      name: 'screens-by-app',
      comment: 'What puts features together is used by none of them.',
      severity: 'error',
      from: { path: '^apps/web/src/features/([^/]+)/', pathNot: tests },
      to: { path: '^apps/web/src/features/.*-screen\\.tsx$', pathNot: '^apps/web/src/features/$1/', dynamic: false },
    },
    {
      name: 'modules-by-service',
      comment: 'A module uses another one through its service.ts.',
      severity: 'error',
      from: { path: '^apps/api/src/modules/([^/]+)/', pathNot: [tests, sale] },
      to: {
        path: '^apps/api/src/modules/',
        pathNot: '^apps/api/src/modules/($1/|[^/]+/(admin/)?service\\.ts$)',
      },
    },
    {
      name: 'sale-by-service',
      comment: 'Those of a sale write one ledger: they use each other, and all others through their service.ts.',
      severity: 'error',
      from: { path: sale, pathNot: tests },
      to: { path: '^apps/api/src/modules/', pathNot: [sale, '^apps/api/src/modules/[^/]+/(admin/)?service\\.ts$'] },
    },
    {
      name: 'ui-lowest',
      comment: 'The one thing below it is how state is held and followed.',
      severity: 'error',
      from: { path: '^apps/web/src/ui/', pathNot: tests },
      to: {
        path: '^apps/web/src/(lib|device|features|app|service-worker)/',
        pathNot: '^apps/web/src/lib/store\\.ts$',
      },
    },
    {
      name: 'store-below-all',
      comment: 'What everything may use uses nothing of ours.',
      severity: 'error',
      from: { path: '^apps/web/src/lib/store\\.ts$' },
      to: { path: '^(apps|packages)/' },
    },
    {
      name: 'lib-below-features',
      severity: 'error',
      from: { path: '^apps/web/src/lib/', pathNot: tests },
      to: { path: '^apps/web/src/(ui|features|app|service-worker)/' },
    },
    {
      name: 'device-below-features',
      severity: 'error',
      from: { path: '^apps/web/src/device/', pathNot: tests },
      to: { path: '^apps/web/src/(ui|features|app|service-worker)/' },
    },
    {
      name: 'features-below-app',
      severity: 'error',
      from: { path: '^apps/web/src/features/', pathNot: tests },
      to: { path: '^apps/web/src/app/' },
    },
    {
      name: 'engine-owner',
      comment: 'Only what reads, marks or stores books uses the engine.',
      severity: 'error',
      from: {
        path: '^apps/web/src/',
        pathNot: '^apps/web/src/(features/(reading|highlights|bookmarks|notebook|note-files)|device|exported-book)/',
      },
      to: { path: '^packages/epub/src/(render|locator|container)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'sql-in-repositories',
      severity: 'error',
      from: {
        path: '^apps/api/src/',
        pathNot: `repository\\.ts$|^apps/api/src/platform/db/|${tests}`,
      },
      to: { path: 'node_modules/(kysely|better-sqlite3|pg)/' },
    },
    {
      name: 'routes-without-sql',
      severity: 'error',
      from: { path: 'routes\\.ts$' },
      to: { path: 'repository\\.ts$' },
    },
    {
      name: 'adapters-from-composition',
      severity: 'error',
      from: { path: '^apps/api/src/', pathNot: `^apps/api/src/(adapters/|compose\\.ts$|run-server\\.ts$)|${tests}` },
      to: { path: '^apps/api/src/adapters/' },
    },
    {
      name: 'vendors-in-adapters',
      severity: 'error',
      from: { path: '^apps/api/src/', pathNot: `^apps/api/src/adapters/|${tests}` },
      to: { path: 'node_modules/(nodemailer|aws4fetch|altcha-lib)/' },
    },
    {
      name: 'no-test-code-in-product',
      severity: 'error',
      from: { pathNot: tests },
      to: { path: '\\.(test|spec)\\.tsx?$|/testing/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^apps/[^/]+/dist/|^\\.cache/' },
    tsPreCompilationDeps: true,
    parser: 'swc',
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs'],
    },
    moduleSystems: ['es6'],
  },
};
