// Rules of who an account belongs to: what a proof of its address gives and takes. How an entry is made: removed-rule.mjs.

import { of } from './removed-rule.mjs';

const API = 'apps/api/src';
const AUTH = `${API}/modules/auth`;
const locked = [`${AUTH}/owner-not-locked-out.test.ts`];
const proved = [`${AUTH}/proved-address.test.ts`];

/** @type {readonly import('./removed-rule.mjs').RemovedRule[]} */
export const removedAccessRules = [
  ...of(`${API}/platform/proved-address.ts`, proved, [
    [
      'an address is proved only by its mailbox',
      'provedAt === null ? null : (email as ProvedAddress)',
      'provedAt === null ? (email as ProvedAddress) : (email as ProvedAddress)',
    ],
  ]),
  ...of(`${AUTH}/prove-address.ts`, proved, [
    [
      'only the browser that made an account keeps it as it was',
      'return callerId === user.id || devices.find(user, secrets) !== null;',
      'return devices !== undefined;',
    ],
    ['a claim ends the sessions of the maker', '  await endOldProofs(tx, id, now, null);\n', ''],
    ['a claim ends a block of the maker', '    blocked_at: null,\n', ''],
    ['a claim ends an erasure of the maker', '    erase_at: null,\n', ''],
  ]),
  ...of(`${AUTH}/verification-service.ts`, proved, [
    [
      'the link of the greeting asks before it takes an account',
      "if (!isMaker && !browser.takes) throw new AppError('verify_elsewhere', { actor: user.id });",
      '',
    ],
  ]),
  ...of(
    `${API}/modules/mail/service.ts`,
    [`${API}/modules/gifts/gift-kept.test.ts`],
    [['only who proved an address blocks it', "    .where('email_verified_at', 'is not', null)\n", '']],
  ),
  ...of(
    `${API}/modules/mail/service.ts`,
    [`${API}/modules/mail/mail-budgets.test.ts`],
    [
      [
        'a mail that a caller causes has a budget',
        'if (roomFrom <= now) return write(tx, { to, dedupeKey, content }, now);',
        'if (roomFrom > 0) return write(tx, { to, dedupeKey, content }, now);',
      ],
      [
        'a notice that finds no room waits and is not lost',
        '  await hold(tx, { to, content, until: roomFrom }, now);\n',
        '',
      ],
    ],
  ),
  ...of(`${AUTH}/second-factor-service.ts`, locked, [
    [
      'a known browser has a budget of its own at the second step',
      'const device = devices.find(user, client.devices ?? []);',
      'const device = devices.find(user, []);',
    ],
  ]),
  ...of(`${AUTH}/password-service.ts`, locked, [
    [
      'a known browser has a budget of its own at codes and recoveries',
      'return user ? devices.find(user, secrets) : null;',
      'return user ? devices.find(user, []) : null;',
    ],
    [
      'asking for a recovery voids no link in the mailbox',
      'live !== undefined && live.email === email',
      'live === null && live.email === email',
    ],
  ]),
  ...of(
    `${AUTH}/entry-code-service.ts`,
    [`${AUTH}/entry-code.test.ts`],
    [
      [
        'an address that was guessed at a lot has one try for each code',
        'most: isQuiet ? TRIES : 1',
        'most: isQuiet ? TRIES : TRIES',
      ],
    ],
  ),
  ...of(
    `${AUTH}/passwords.ts`,
    [`${AUTH}/hash-queue.test.ts`],
    [
      [
        'a flood of strangers is hashed for after whom the shop knows',
        'Number(b.isKnown) - Number(a.isKnown) || countOf(a) - countOf(b)',
        'countOf(a) - countOf(b)',
      ],
      ['strangers in a flood rest', 'if (!next || (isResting && !next.isKnown)) return;', 'if (!next) return;'],
      ['a flood from many networks waits behind who comes after it', 'waiting.toReversed()', 'waiting'],
    ],
  ),
  ...of(`${AUTH}/entry-code-service.ts`, locked, [
    [
      'all known browsers of an account together fill no mailbox',
      '  if (device !== null) await requireRoom(limiter, `entry-code-known:${email}`, KNOWN_AN_HOUR);\n',
      '',
    ],
  ]),
  ...of(
    `${AUTH}/passkey-service.ts`,
    [`${AUTH}/passkeys.test.ts`],
    [
      [
        'a known browser has a budget of its own at passkeys',
        'owner ? devices.find(owner, client.devices ?? []) : null',
        'owner ? devices.find(owner, []) : null',
      ],
    ],
  ),
  ...of(
    `${AUTH}/email-change-service.ts`,
    [`${API}/modules/users/admin/admin-users.test.ts`],
    [
      [
        'the first address takes an account back that an admin moved twice',
        'before.email_verified_at !== null && undoToken === undefined;',
        'before.email_verified_at !== null;',
      ],
    ],
  ),
  ...of(
    `${AUTH}/email-change-service.ts`,
    [`${AUTH}/email-change.test.ts`],
    [
      [
        'an account moves only in a browser of its own',
        "  if (!isAccountsBrowser(devices, user, browser)) throw new AppError('email_change_elsewhere', { actor: user.id });\n",
        '',
      ],
    ],
  ),
];
