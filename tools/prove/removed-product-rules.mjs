// Rules of what the product promises: screens, reader, library, working areas. How an entry is made: removed-rule.mjs.
//
// Chosen: the statements of docs/product.md and the pages below it that Vitest shows, in the order of
// sha256('20261123 ' + first cell of the row), and of each of the first fifty the rule in the code that it rests on. Before
// them stand those of once-unseen-rules.mjs, after them every rule of passkeys.

import { onceUnseenRules } from './once-unseen-rules.mjs';
import { removedAccessRules } from './removed-access-rules.mjs';
import { removedPasskeyRules } from './removed-passkey-rules.mjs';
import { of } from './removed-rule.mjs';

const DOMAIN = 'packages/domain/src';
const CONTRACT = 'packages/contract/src';
const EPUB = 'packages/epub/src';
const API = 'apps/api/src/modules';
const AUTH = `${API}/auth`;
const WEB = 'apps/web/src';
const BOOKS = `${WEB}/features/books`;
const LIBRARY = `${WEB}/features/library`;
const FEATURES = `${WEB}/features`;
const READING = `${WEB}/features/reading`;
const HIGHLIGHTS = `${WEB}/features/highlights`;

const landing = [`${BOOKS}/landing-screen.test.tsx`];
const partCard = [`${LIBRARY}/part-card.test.tsx`];
const bookPage = [`${LIBRARY}/library-book-screen.test.tsx`, ...partCard];
const library = [`${LIBRARY}/library-screen.test.tsx`];
const powers = [`${BOOKS}/admin/powers.test.tsx`];
const editor = [`${HIGHLIGHTS}/highlight-editor.test.ts`];
const accountLinks = [`${WEB}/app/account-links.test.tsx`];

/** @type {readonly import('./removed-rule.mjs').RemovedRule[]} */
const chosenRules = [
  ...of(
    `${AUTH}/password-service.ts`,
    [`${AUTH}/recovery-link.test.ts`],
    [
      [
        'a recovery link is over after an hour',
        'const RECOVERY_LIFETIME_MS = 60 * MINUTE_MS;',
        'const RECOVERY_LIFETIME_MS = 61 * MINUTE_MS;',
      ],
    ],
  ),
  ...of(
    `${AUTH}/account-service.ts`,
    [`${AUTH}/register.test.ts`],
    [
      [
        'an account and its first session are made at once',
        "await sessions.openFor(make, client, null).catch(refuseTaken('email_taken'));",
        "await deps.db.withTx(make).catch(refuseTaken('email_taken')).then(async () => sessions.openFor(async () => user, client, null));",
      ],
    ],
  ),
  ...of(
    `${AUTH}/account-service.ts`,
    [`${AUTH}/known-device.test.ts`],
    [
      [
        'a known device is not kept out by the guesses of others',
        'const budgets = device\n    ?',
        'const budgets = !user\n    ?',
      ],
    ],
  ),
  ...of(`${BOOKS}/admin/parts-table.tsx`, powers, [
    [
      'a part that goes on sale without its book is not called ready',
      'if (saved.is_draft || saved.ebook)',
      'if (saved)',
    ],
  ]),
  ...of(
    `${LIBRARY}/library-cache.ts`,
    [`${LIBRARY}/library-cache.test.ts`],
    [['the cover of every listed book is kept', ': [book.image],', ': [],']],
  ),
  ...of(
    `${WEB}/app/page-load-overlay.ts`,
    [`${WEB}/app/page-load-overlay.test.ts`],
    [['the overlay of the landing page fades out over 0.3 s', 'const FADE_MS = 300;', 'const FADE_MS = 0;']],
  ),
  ...of(
    `${EPUB}/anchoring/anchor-places.ts`,
    [`${EPUB}/anchoring/anchor-places.test.ts`],
    [
      [
        'a place finds its words again in a new edition',
        'cfiOfOffset(target.cfi, target.text, anchor.span.from)',
        'cfiOfOffset(target.cfi, target.text, 0)',
      ],
    ],
  ),
  ...of(
    `${AUTH}/password-service.ts`,
    [`${AUTH}/update-password.test.ts`],
    [
      [
        'a changed password is told by mail',
        'await queueMail(tx, user.email, `password-changed:${newId(now)}`, content, now);',
        '',
      ],
    ],
  ),
  ...of(`${LIBRARY}/part-card.tsx`, partCard, [
    [
      'an owned part says what opening it downloads',
      "if (card.read === 'to-download' && !card.offer && part.is_purchased) {\n    return <DeviceState partId={part.id} onDevice={false} size={part.edition_size} />;",
      "if (card.read === 'to-download' && !card.offer && part.is_purchased) {\n    return <DeviceState partId={part.id} onDevice={false} size={null} />;",
    ],
  ]),
  ...of(
    `${API}/shop/service.ts`,
    [`${API}/shop/admin/admin-shop.test.ts`],
    [
      [
        "'Descartar' goes back to what is published",
        '{ draft: null, revision, updated_at: now, updated_by: actorId }',
        '{ revision, updated_at: now, updated_by: actorId }',
      ],
    ],
  ),
  ...of(
    `${WEB}/features/follows/follow-button.tsx`,
    [`${WEB}/features/follows/follow-button.test.tsx`],
    [['a visitor who wants to be told is asked for an address', "else setDialog('open');", '']],
  ),
  ...of(
    `${WEB}/ui/overlays/back-closes.ts`,
    [`${WEB}/ui/overlays/back-closes.test.ts`],
    [['a step back closes what lies over the page', '    top.close();', '']],
  ),
  ...of(
    'apps/api/src/platform/log/request-log.ts',
    ['apps/api/src/platform/log/log.test.ts'],
    [
      [
        'the log has the pattern of an address, not the address',
        "request.log.info({ method, route: routeOptions.url ?? 'unknown', status",
        'request.log.info({ method, route: request.url, status',
      ],
    ],
  ),
  ...of(
    `${CONTRACT}/limits.ts`,
    [`${API}/announcements/announcements.test.ts`],
    [
      [
        'the subject of an announcement has up to 90 letters',
        'announcementSubjectMax: 90,',
        'announcementSubjectMax: 900,',
      ],
    ],
  ),
  ...of(
    `${DOMAIN}/books/part-availability.ts`,
    [`${DOMAIN}/books/part-availability.test.ts`, `${BOOKS}/admin/part-questions.test.tsx`],
    [['a new book of a part on sale waits', '!wasOnSale || (byAdmin && !hasEbook)', '!wasOnSale || byAdmin']],
  ),
  ...of(
    `${AUTH}/password-service.ts`,
    [`${AUTH}/recovery.test.ts`],
    [
      [
        'a recovery needs its captcha',
        "if (!(await captchaPasses(captcha, answer, 'forgot-password', address))) {",
        'if (await Promise.resolve(false)) {',
      ],
    ],
  ),
  ...of(
    `${API}/setup/service.ts`,
    [`${API}/setup/setup.test.ts`],
    [
      [
        'what breaks in the list before the first sale is a row of its own',
        '.catch((): SetupFinding => judge(t.broken, t.brokenNext));',
        ';',
      ],
    ],
  ),
  ...of(
    `${READING}/screen/use-reading-screen.ts`,
    [`${READING}/screen/use-reading-screen.test.tsx`],
    [['a page can be zoomed again after reading', '      viewport.content = before;', '']],
  ),
  ...of(
    `${WEB}/features/site/mailing-list/api.ts`,
    [`${WEB}/features/site/mailing-list/email-list.test.ts`, `${WEB}/features/site/mailing-list/sign-up.test.ts`],
    [['joining the list that fails says so', "showToastHere('error', signUpTexts.emailFailed);", '']],
  ),
  ...of(
    `${API}/entitlements/service.ts`,
    [`${API}/reading/access.test.ts`, `${API}/books/admin/admin-books.test.ts`],
    [
      [
        'owners keep reading what was archived',
        'if (access.canRead) return result;',
        'if (access.canRead && result.book.is_active === 1) return result;',
      ],
    ],
  ),
  ...of(
    `${BOOKS}/admin/book-form.tsx`,
    [`${BOOKS}/admin/form-schemas.test.ts`],
    [['empty highlights are dropped', ".filter((passage) => passage !== '')", '']],
  ),
  ...of(
    `${AUTH}/verification-service.ts`,
    [`${AUTH}/verification.test.ts`],
    [
      [
        'the link that proves an address is good for three days',
        'const LIFETIME_MS = 72 * HOUR_MS;',
        'const LIFETIME_MS = 73 * HOUR_MS;',
      ],
    ],
  ),
  ...of(
    `${DOMAIN}/reading/position.ts`,
    [`${DOMAIN}/reading/position.test.ts`],
    [['a late move never leads back', 'return move.percentage >= current.percentage;', 'return true;']],
  ),
  ...of(`${HIGHLIGHTS}/highlight-editor.ts`, editor, [
    [
      'another colour keeps the note',
      'this.#list.update(open.id, { color });',
      "this.#list.update(open.id, { color, note: '' });",
    ],
  ]),
  ...of(
    `${WEB}/features/site/analytics/visit-tracking.ts`,
    [`${WEB}/features/site/analytics/report-page-views.test.ts`],
    [
      [
        'Do Not Track is honoured',
        "return doNotTrack === '1' || globalPrivacyControl === true;",
        'return globalPrivacyControl === true;',
      ],
    ],
  ),
  ...of(`${LIBRARY}/part-card.tsx`, partCard, [
    ["offline a stored part says 'Leer'", 'label={online ? t.readNow : t.read}', 'label={t.readNow}'],
  ]),
  ...of(`${BOOKS}/admin/books-screen.tsx`, powers, [
    [
      "an active book without parts is 'En preparación'",
      'return parts === 0 ? <Badge tone="info">{t.inPreparation}</Badge> : ',
      'return ',
    ],
  ]),
  ...of(`${HIGHLIGHTS}/highlight-editor.ts`, editor, [
    ['deleting a highlight asks first', 'if (own) this.set({ removing: [own] });', 'if (own) this.#remove([own]);'],
  ]),
  ...of(
    `${API}/site/share-page.ts`,
    [`${API}/site/site.test.ts`],
    [
      [
        'a shared link leads people on to the book',
        "      h('meta', { key: 'refresh', httpEquiv: 'refresh', content: `0; url=/book-detail/${book.id}` }),\n",
        '',
      ],
    ],
  ),
  ...of(
    `${AUTH}/session-service.ts`,
    [`${AUTH}/own-sessions.test.ts`],
    [
      [
        'closing all other sessions leaves the own one',
        'repository.revokeSessions(tx, userId, clock.now(), sessionId)',
        'repository.revokeSessions(tx, userId, clock.now())',
      ],
    ],
  ),
  ...of(
    `${WEB}/lib/api/session.ts`,
    [`${WEB}/lib/api/session.test.ts`],
    [
      [
        'a tab hears of another account that came in elsewhere',
        "if (switched) otherTab.emit({ kind: 'switched' });",
        '',
      ],
    ],
  ),
  ...of(`${LIBRARY}/library-tab.ts`, library, [
    ['the open tab of the library stays', '  gcTime: Infinity,', '  gcTime: 0,'],
  ]),
  ...of(
    `${WEB}/app/guard.ts`,
    [`${WEB}/app/guard.test.ts`],
    [
      [
        'downloaded parts are closed after the offline term',
        'if (session.isRefreshTokenValid()) return;',
        'if (session.refreshToken() !== null) return;',
      ],
    ],
  ),
  ...of(`${WEB}/features/auth/password-recovery-screens.tsx`, accountLinks, [
    ['a stale recovery link says so', "showToastHere('error', t.linkTooOld);", ''],
  ]),
  ...of(`${LIBRARY}/library-screen.tsx`, library, [
    [
      'what is owned whole is not offered',
      '.filter((book) => !begun.has(book.id) || book.parts.some((part) => !owned.has(part.id)))',
      '',
    ],
  ]),
  ...of(`${WEB}/features/site/one-click-page.tsx`, accountLinks, [
    [
      'opening a link of a mail changes nothing',
      'const shownStage = { ask, done, gone }[stage];',
      'const shownStage = { ask, done, gone }[stage];\n  useState(() => void run().catch(() => {}));',
    ],
  ]),
  ...of(
    `${API}/books/admin/create-part.ts`,
    [`${API}/books/admin/from-epub.test.ts`],
    [
      [
        'a part made of a book alone has its own cover',
        'const imageId = ingested.coverImageId ?? book.image_id;',
        'const imageId = book.image_id;',
      ],
    ],
  ),
  ...of(`${LIBRARY}/part-card.tsx`, partCard, [
    ['without a connection nothing is sold', '<p className="text-sm text-ink-2">{t.offlineNoBuying}</p>', 'null'],
  ]),
  ...of(
    `${LIBRARY}/library-book-screen.tsx`,
    [`${FEATURES}/orders/purchase/use-purchase-result.test.tsx`, ...bookPage],
    [
      [
        'the way back from a rejected payment leads to its part',
        '    document.getElementById(partCardId(notBought))?.scrollIntoView();\n',
        '',
      ],
    ],
  ),
  ...of(
    `${CONTRACT}/limits.ts`,
    [`${HIGHLIGHTS}/highlights-on-screen.test.tsx`, `${API}/highlights/what-a-highlight-holds.test.ts`],
    [['a note has up to 5,000 characters', 'noteMax: 5000,', 'noteMax: 6000,']],
  ),
  ...of(
    `${API}/announcements/repository.ts`,
    [`${API}/announcements/announcements.test.ts`],
    [
      [
        'addresses that were refused for good count nowhere',
        "s.refused_at is null and s.state = 'confirmed' and ${isFree}`",
        "s.state = 'confirmed' and ${isFree}`",
      ],
    ],
  ),
  ...of(
    `${API}/books/admin/editions-service.ts`,
    [`${API}/books/admin/admin-parts.test.ts`, `${BOOKS}/admin/part-questions.test.tsx`],
    [
      [
        'an edition whose title is unlike the part’s says so',
        'title_differs: !isTitleAlike(edition.title, names),',
        'title_differs: false,',
      ],
    ],
  ),
  ...of(
    `${WEB}/features/auth/register-screen.tsx`,
    [`${WEB}/features/auth/account-way-back.test.tsx`],
    [
      [
        'registering leads on with the book',
        'const enter = useEntering(bookId);',
        'const enter = useEntering(undefined);',
      ],
    ],
  ),
  ...of(
    `${AUTH}/session-service.ts`,
    [`${AUTH}/session.test.ts`],
    [
      [
        'a session is over a year after the login',
        "if (session.absolute_expires_at <= now) throw new AppError('session_expired');",
        '',
      ],
    ],
  ),
  ...of(
    `${WEB}/device/stored-epubs.ts`,
    [`${WEB}/device/device-database.test.ts`],
    [
      [
        'a stored book has the announced size',
        'isArrayBuffer(epub) && epub.byteLength === size',
        'isArrayBuffer(epub)',
      ],
    ],
  ),
  ...of(`${WEB}/features/site/page-frames.tsx`, landing, [
    [
      'the footer names the social links that are set',
      '{site?.social.map((place) => (',
      '{site?.social.slice(1).map((place) => (',
    ],
  ]),
  ...of(`${WEB}/features/auth/password-recovery-screens.tsx`, accountLinks, [
    ['a recovery link that is over says so when it is opened', '(good) => setIsOver(!good),', '() => {},'],
  ]),
  ...of(
    `${API}/site/share-page.ts`,
    [`${API}/site/site.test.ts`],
    [['the preview of a shared link has a picture', "      property('og:image', image),\n", '']],
  ),
  ...of(
    `${READING}/screen/bars.tsx`,
    [`${READING}/screen/bars.test.tsx`],
    [['the way back of a preview asks', 'if (onBack) onBack();\n        else leave(to);', 'leave(to);']],
  ),
  ...of(`${LIBRARY}/part-card.tsx`, partCard, [
    [
      'a part with a payment under way is not sold again',
      "{order?.state !== 'pending' && <OfferAction",
      '{<OfferAction',
    ],
  ]),
  ...of(
    `${WEB}/ui/overlays/back-closes.ts`,
    [`${WEB}/ui/overlays/back-closes.test.ts`],
    [
      [
        'a step back leaves the page last',
        'open = open.slice(0, -1);\n    top.close();',
        'open = [];\n    top.close();',
      ],
    ],
  ),
];

// The first is what everyday tests take out: one that small tests see.
export const removedProductRules = [...onceUnseenRules, ...chosenRules, ...removedPasskeyRules, ...removedAccessRules];
