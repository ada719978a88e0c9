// Rules of the product that tests named and did not see, or that no test named. How an entry is made: removed-rule.mjs.

import { of } from './removed-rule.mjs';

const DOMAIN = 'packages/domain/src';
const WEB = 'apps/web/src';
const BOOKS = `${WEB}/features/books`;
const LIBRARY = `${WEB}/features/library`;
const FEATURES = `${WEB}/features`;
const READING = `${WEB}/features/reading`;
const RENDER = 'packages/epub/src/render';

const pricing = [`${BOOKS}/part-pricing.test.ts`];
const landing = [`${BOOKS}/landing-screen.test.tsx`];
const shelf = [`${BOOKS}/book-list.test.tsx`];
const partCard = [`${LIBRARY}/part-card.test.tsx`];
const bookPage = [`${LIBRARY}/library-book-screen.test.tsx`];
const powers = [`${BOOKS}/admin/powers.test.tsx`];

/** @type {readonly import('./removed-rule.mjs').RemovedRule[]} */
export const onceUnseenRules = [
  ...of(
    `${DOMAIN}/orders/price.ts`,
    [...pricing, ...landing],
    [
      ['the lowest price is said', 'Math.min(...payable)', 'Math.max(...payable)'],
      ['a price that cannot be paid alone is not said', 'price >= least', 'price > 0'],
      ['what is free is no price', 'prices.filter((price) => price > 0)', 'prices.filter((price) => price >= 0)'],
    ],
  ),
  ...of(
    `${BOOKS}/part-pricing.ts`,
    [...pricing, ...landing],
    [
      ['the price of a part that is not out is not said', '.filter((price) => price.released)', '.filter(() => true)'],
      ['without anything to buy the price is 490', 'const ADVERTISED_PESOS = 490;', 'const ADVERTISED_PESOS = 0;'],
      ['the price of a part without a book is not said', 'part.ebook && !part.is_draft', '!part.is_draft'],
    ],
  ),
  ...of(`${BOOKS}/landing-screen.tsx`, landing, [
    ['the landing page says the lowest price', 'formatPrice(cheapestPrice(books, now, least))', 'formatPrice(490)'],
  ]),
  ...of(
    `${WEB}/ui/pictures/slider.tsx`,
    [`${WEB}/ui/pictures/slider.test.tsx`],
    [['a slide stays for 5 s', 'SLIDE_EVERY_MS = 5000', 'SLIDE_EVERY_MS = 4000']],
  ),
  ...of(
    `${WEB}/app/public-sources.ts`,
    [`${WEB}/app/public-sources.test.ts`],
    [['books begin to load after 100 ms', 'LOAD_DELAY_MS = 100', 'LOAD_DELAY_MS = 0']],
  ),
  ...of(`${BOOKS}/book-list.tsx`, shelf, [
    ['a book without parts is in preparation', 'book.parts.length === 0 &&', 'false &&'],
  ]),
  ...of(
    `${WEB}/features/users/profile-screen.tsx`,
    [`${WEB}/features/users/profile-screen.test.tsx`],
    [
      [
        'the profile leads the team to its area',
        '...(panel ? [{ to: panel, label: profileTexts.rows.admin }] : []),',
        '',
      ],
      [
        'the profile shows readers no area',
        'const panel = profile.data ? workAreas[profile.data.role] : null;',
        "const panel = profile.data ? '/admin' : null;",
      ],
    ],
  ),
  ...of(`${BOOKS}/admin/parts-table.tsx`, powers, [
    ["'Falta ebook' stands in place of 'Activo'", 'if (part.ebook) return <Badge', 'if (part.id) return <Badge'],
    ["'Falta ebook' is red", '<Badge tone="bad">', '<Badge>'],
    ['an ebook is seen in a new tab', 'target="_blank"', ''],
    ['an ebook is seen in the preview', '/true`}', '`}'],
  ]),
  ...of(`${LIBRARY}/part-card.tsx`, partCard, [
    [
      'the offer lies over the cover of a presale',
      "<OfferLines\n              price={price}\n              until={part.presale_end_date}\n              className={`absolute inset-x-0 bottom-3.5 z-1 bg-spot p-3 text-on-spot transition-opacity duration-(--cb-dur-ui) group-focus-within:opacity-100 group-hover:opacity-100 ${overlay ? 'opacity-100' : 'opacity-0'}`}\n            />",
      '',
    ],
    ['hovering shows the offer', 'group-focus-within:opacity-100 group-hover:opacity-100', ''],
    ['a tap shows the offer', "${overlay ? 'opacity-100' : 'opacity-0'}", 'opacity-0'],
    [
      'a presale has its badge on the cover',
      '<DiscountTag text={t.discount(formatPercent(price.discountPercentage))} />',
      '<DiscountTag text="" />',
    ],
    [
      'a presale is told before the part is out',
      'price.inPresale && price.savings > 0 &&',
      'price.inPresale && price.released && price.savings > 0 &&',
    ],
  ]),
  ...of(`${BOOKS}/book-list.tsx`, shelf, [
    [
      "a card of the shelf has 'Ver libro'",
      '<Link to={href} aria-label={t.seeBookOf(book.name)} className={`${buttonClass()} px-3.5!`}>',
      '<Link to="/" className={buttonClass()}>',
    ],
    [
      'a card of the shelf has its fragment',
      '<FragmentButton name={book.name} fragment={book.fragment} look="icon" />',
      '',
    ],
    ['a card of the shelf can be shared', '<ShareButton book={book} />', ''],
  ]),
  ...of(`${LIBRARY}/library-book-screen.tsx`, bookPage, [
    [
      'a free part is loaded again',
      "openTab('myBooks');\n      void reload().then(",
      "openTab('myBooks');\n      void Promise.resolve().then(",
    ],
    [
      'a free part leads to the parts',
      'document.getElementById(SECTION_ID)?.scrollIntoView({ behavior: scrollBehavior() });',
      '',
    ],
    [
      "parts that cannot be had say 'Error al obtener el libro.'",
      "if (isRefused) showToast('error', t.bookUnavailable);",
      '',
    ],
    [
      'a book that cannot be had offers to try again',
      '<Button variant="primary" onClick={onRetry}>',
      '<Button variant="primary">',
    ],
    ["a book that is refreshed says 'Libro actualizado'", 'done: t.bookRefreshed', "done: ''"],
    ['ways to pay are named with a connection only', '{online && <PaymentInfo />}', '<PaymentInfo />'],
  ]),
  ...of(
    `${FEATURES}/orders/purchase/use-checkout.ts`,
    [`${FEATURES}/orders/purchase/purchase-sheet.test.tsx`, ...bookPage],
    [
      [
        "no preference says 'Error al obtener el libro.'",
        "await follow(preference, partIds.length, leave);\n      else showToast('error', t.noPreference);",
        'await follow(preference, partIds.length, leave);',
      ],
      ["'Ir a pagar' is busy until the next page stands", 'leave();\n      goTo(address);', 'goTo(address);'],
    ],
  ),
  ...of(
    `${WEB}/ui/lists/list-panel.tsx`,
    [`${FEATURES}/users/admin/users-screen.test.tsx`, `${FEATURES}/admin/use-paged-list.test.tsx`],
    [
      [
        "a list on its way says 'Cargando...'",
        'if (list.isPending) return <TableSkeleton rows={list.size > 5 ? 6 : 5} />;',
        'if (list.isPending) return null;',
      ],
    ],
  ),
  ...of(
    `${RENDER}/input/page-input.ts`,
    [`${RENDER}/input/tap-region.test.ts`],
    [
      ['the edges are 10 % wide', 'const EDGE = 0.1;', 'const EDGE = 0.04;'],
      ['edges are not wider than 10 %', 'const EDGE = 0.1;', 'const EDGE = 0.2;'],
    ],
  ),
  ...of(
    `${RENDER}/selection/selection-watch.ts`,
    [`${RENDER}/selection/selection-watch.dom.test.ts`],
    [['a selection under a finger rests for 600 ms', 'const STABLE = 600;', 'const STABLE = 0;']],
  ),
  ...of(
    `${READING}/themes/themes.ts`,
    [`${READING}/tutorial/tutorial.test.tsx`, `${READING}/themes/themes.test.ts`],
    [['a screen under 768 px is a phone', 'export const WIDE_PAGE = 768;', 'export const WIDE_PAGE = 700;']],
  ),
  ...of(
    `${READING}/use-is-wide.ts`,
    [`${READING}/tutorial/tutorial.test.tsx`],
    [['the tutorial has drawings for phones', '() => matchMedia(wide).matches', '() => true']],
  ),
  ...of(
    `${WEB}/app/browser-start.ts`,
    [`${WEB}/app/browser-start.test.ts`, `${WEB}/lib/api/api-client.test.ts`],
    [
      [
        'a stored refresh token is exchanged at the start',
        "if (session.refreshToken()) void import('../lib/api/refresh-session.ts').then(({ startSession }) => startSession());",
        '',
      ],
    ],
  ),
  ...of(
    `${WEB}/device/downloads.ts`,
    [`${WEB}/device/downloads.test.ts`, `${READING}/start-device.test.ts`],
    [['a download that failed is logged', 'console.warn(`the part ${request.partId} was not stored`, error);', '']],
  ),
  ...of(
    `${READING}/start-device.ts`,
    [`${READING}/start-device.test.ts`],
    [
      [
        'the first part that begins to come registers the service worker',
        '({ appUpdates }) => appUpdates.register(),',
        '() => {},',
      ],
    ],
  ),
  ...of(
    `${READING}/reading-session.ts`,
    [`${READING}/reading-session.test.ts`],
    [['an unknown chapter is logged', 'console.warn(`the book has no section at ${path}`);', '']],
  ),
  ...of(
    'apps/api/src/commands/create-admin.ts',
    ['apps/api/src/commands/create-admin.test.ts'],
    [
      ['the command makes an admin', "role: 'admin' }, now", "role: 'reader' }, now"],
      [
        'the command makes no second account of an address',
        "if (await findUserBy(ports.db.read, 'email', email.data)) throw new CommandFailure('Ese correo ya tiene una cuenta.');",
        '',
      ],
    ],
  ),
  ...of(
    `${WEB}/app/end-session.ts`,
    [`${WEB}/app/end-session.test.ts`],
    [
      [
        "a logout that the server refuses says 'Error al cerrar sesión'",
        "else showToast('error', messageTexts.logoutFailed);",
        '',
      ],
    ],
  ),
  ...of(
    `${WEB}/features/site/message-screens.tsx`,
    [`${WEB}/features/site/message-screens.test.tsx`],
    [
      ['what is not there leads back', '{messageTexts.notFound.back}', '{null}'],
      ['what is not allowed leads back', '{messageTexts.notAuthorized.back}', '{null}'],
    ],
  ),
  ...of(
    `${LIBRARY}/my-books.tsx`,
    [`${LIBRARY}/my-books.test.tsx`],
    [
      [
        'a part has its own picture',
        'seed={part.book_part_id}\n          sizes={look.sizes}',
        'seed={part.book_part_id}\n          picture={null}\n          sizes={look.sizes}',
      ],
      ['an early reading has its own picture', 'picture={item.book_part_image}', 'picture={null}'],
    ],
  ),
  ...of(
    `${BOOKS}/book-detail-screen.tsx`,
    [`${BOOKS}/book-detail-screen.test.tsx`],
    [
      ['a book quotes its first passage', '{t.quote(passage)}', ''],
      [
        "a book has 'Ver fragmento destacado del libro'",
        '<FragmentButton name={book.name} fragment={book.fragment} look="full" />',
        '',
      ],
    ],
  ),
  ...of(
    `${WEB}/lib/login-address.ts`,
    [`${BOOKS}/book-detail-screen.test.tsx`],
    [
      [
        'buying leads who is signed in to the library',
        'hasSession\n    ? buyingAddress(bookId, partId, isGift)\n    : ',
        '',
      ],
    ],
  ),
  ...of(`${LIBRARY}/library-book-screen.tsx`, bookPage, [
    ["a book of the library is headed 'Detalle del libro'", 'kind={t.detail}', 'kind=""'],
    ['a book of the library can be shared', '<ShareButton book={book} look="sheet" />', ''],
  ]),
  ...of(
    `${FEATURES}/admin/area-frame.tsx`,
    [`${FEATURES}/admin/area-frame.test.tsx`],
    [["the panel has 'Usuarios'", "{ to: '/admin/users', label: areaTexts.users },", '']],
  ),
  ...of(
    `${WEB}/ui/forms/file-zone.tsx`,
    [`${BOOKS}/admin/image-field.test.tsx`],
    [['a picture can be dropped', 'if (!disabled) take([...event.dataTransfer.files]);', '']],
  ),
  ...of(
    `${FEATURES}/entitlements/admin/entitlements-screen.tsx`,
    [`${FEATURES}/entitlements/admin/person-orders.test.tsx`],
    [['a purchase names its book', "{ id: 'book', label: c.book, cell: (row) => row.book_name },", '']],
  ),
  ...of(
    `${FEATURES}/auth/admin/sessions-screen.tsx`,
    [`${FEATURES}/auth/admin/sessions-screen.test.tsx`],
    [['a session names its address', "{ id: 'email', label: c.email, cell: (row) => row.email },", '']],
  ),
  ...of(
    `${READING}/start-device.ts`,
    [`${READING}/start-device.test.ts`],
    [
      [
        'a refused deletion is logged',
        'console.warn(`the server did not delete the highlight ${change.annotationId}`);',
        '',
      ],
    ],
  ),
  ...of(
    `${WEB}/lib/api/query-client.ts`,
    [`${WEB}/lib/api/query-client.test.ts`],
    [
      [
        'a list that cannot be had is logged',
        "console.warn(`${queryKey.join(' ')} could not be loaded`, error)",
        'void [error, queryKey]',
      ],
    ],
  ),
  ...of(
    `${WEB}/features/highlights/highlight-list.tsx`,
    [`${WEB}/features/highlights/highlights-on-screen.test.tsx`],
    [['what is without a place has its words in three lines', '<p className="line-clamp-3', '<p className="']],
  ),
  ...of(
    `${BOOKS}/book-detail-screen.tsx`,
    [`${BOOKS}/book-detail-screen.test.tsx`],
    [
      ['the page of a book says how one pays', '                {t.payment}\n', ''],
      ['the page of a book counts its downloads', 'downloads={book.parts.length > 0}', ''],
    ],
  ),
  ...of(
    `${DOMAIN}/reading/position.ts`,
    [`${DOMAIN}/reading/position.test.ts`],
    [
      [
        'a place of another device is asked about from 2 % on',
        'export const JUMP_THRESHOLD = 2;',
        'export const JUMP_THRESHOLD = 5;',
      ],
    ],
  ),
  ...of(`${WEB}/features/site/landing/hero.tsx`, landing, [
    ["'Cómo funciona' leads to the steps", '<a href="#como"', '<a href="#"'],
  ]),
  ...of(
    `${WEB}/features/users/profile-screen.tsx`,
    [`${WEB}/features/users/profile-screen.test.tsx`],
    [['logging out turns Google’s selection off', 'if (google) void disableGoogleAutoSelect();', '']],
  ),
  ...of(
    'apps/api/src/modules/auth/session-service.ts',
    ['apps/api/src/modules/auth/session.test.ts'],
    [
      [
        'the tokens of a session do not reach beyond its year',
        'expires_at: Math.min(now + REFRESH_LIFETIME_MS, session.absolute_expires_at),',
        'expires_at: now + REFRESH_LIFETIME_MS,',
      ],
    ],
  ),
  ...of(
    `${WEB}/device/app-updates.ts`,
    [`${WEB}/device/app-updates.test.ts`],
    [
      ['a new version waits for a reader of this tab', 'if (!waiting || holders > 0) return;', 'if (!waiting) return;'],
      [
        'a new version waits for readers of other tabs',
        "whenUnlocked(LOCK, () => worker.postMessage({ type: 'SKIP_WAITING' }));",
        "worker.postMessage({ type: 'SKIP_WAITING' });",
      ],
    ],
  ),
  ...of(`${WEB}/features/site/site-header.tsx`, landing, [
    ['on a phone a menu repeats the links', '      <MobileMenu />\n', ''],
  ]),
  ...of(
    `${WEB}/features/users/profile-screen.tsx`,
    [`${WEB}/features/users/profile-screen.test.tsx`],
    [['the profile shows the address', '<p className="mt-0.5 break-all text-ink-2">{person.email}</p>', 'null']],
  ),
  ...of(
    `${BOOKS}/book-detail-screen.tsx`,
    [`${BOOKS}/public-part-row.test.tsx`],
    [
      [
        'a part without its book is not called available',
        'if (!part.ebook) return <StateLine icon={<Clock aria-hidden="true" />}>{t.unavailable}</StateLine>;',
        '',
      ],
    ],
  ),
  ...of(`${BOOKS}/admin/parts-table.tsx`, powers, [
    ['a presale that is over says so', 'new Date(end).getTime() < now ? t.presaleOver(day) : ', ''],
  ]),
  ...of(
    `${WEB}/features/highlights/highlights-overlay.tsx`,
    [`${WEB}/features/highlights/highlights-on-screen.test.tsx`],
    [["'Deshacer' brings back what was deleted", 'onClick={() => editor.undoRemoval()}', '']],
  ),
];
