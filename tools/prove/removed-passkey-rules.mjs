// Rules of passkeys: who adds one, what opens an account, and what ends it. How an entry is made: removed-rule.mjs.

import { of } from './removed-rule.mjs';

const AUTH = 'apps/api/src/modules/auth';
const tests = [`${AUTH}/passkeys.test.ts`];

/** @type {readonly import('./removed-rule.mjs').RemovedRule[]} */
export const removedPasskeyRules = [
  ...of(`${AUTH}/passkey-service.ts`, tests, [
    ['a passkey is added after a recent proof', '  await requireProof(shop, caller, currentPassword);\n', ''],
    [
      'a passkey is added after a code of who has a second factor',
      '  await requireFreshFactor(shop, caller, clock.now());\n',
      '',
    ],
    ['an account asks for twenty passkeys', "  if (own.length >= MOST) throw new AppError('passkeys_full');\n", ''],
    [
      'an account keeps twenty passkeys',
      '(await repository.listPasskeys(tx, userId)).length >= MOST',
      '(await repository.listPasskeys(tx, userId)).length > 1000',
    ],
    ['a session that was ended adds no passkey', 'signedIn.session.revoked_at !== null || ', ''],
    ['a challenge for adding is one account’s', '`add:${userId}`', "'add'"],
    ['a challenge has one purpose', 'JSON.stringify([purpose, name, end])', 'JSON.stringify([name, end])'],
    ['a challenge ends', 'expiresAt > clock.now() && ', ''],
    [
      'a challenge is good once',
      'await repository.useChallenge(tx, name, expiresAt)',
      '(await repository.useChallenge(tx, name, expiresAt)) || true',
    ],
    [
      'a challenge is the shop’s',
      'return signer.verify(signed(purpose, name, end), signature) ? { name, expiresAt: Number(end) } : null;',
      'return { name, expiresAt: Number(end) };',
    ],
    [
      'a passkey is made at the shop’s address',
      'toAdd(userId))) !== null,\n      expectedOrigin: origin,',
      "toAdd(userId))) !== null,\n      expectedOrigin: [origin, 'http://sh0p.test'],",
    ],
    [
      'a passkey is made for the shop',
      'expectedRPID: rpId,\n      requireUserVerification: true,\n      supported',
      "expectedRPID: [rpId, 'sh0p.test'],\n      requireUserVerification: true,\n      supported",
    ],
    [
      'whoever adds a passkey is known to the device',
      'requireUserVerification: true,\n      supported',
      'requireUserVerification: false,\n      supported',
    ],
    [
      'what a device says of its maker is not read',
      'attestationObject: withoutMaker(attestationObject, helpers)',
      'attestationObject',
    ],
    [
      'a passkey is used at the shop’s address',
      'TO_ENTER)) !== null,\n      expectedOrigin: origin,',
      "TO_ENTER)) !== null,\n      expectedOrigin: [origin, 'http://sh0p.test'],",
    ],
    [
      'a passkey is used for the shop',
      'expectedRPID: rpId,\n      requireUserVerification: true,\n      //',
      "expectedRPID: [rpId, 'sh0p.test'],\n      requireUserVerification: true,\n      //",
    ],
    [
      'whoever enters by a passkey is known to the device',
      'requireUserVerification: true,\n      //',
      'requireUserVerification: false,\n      //',
    ],
    [
      'a passkey opens an account by its own signature',
      "if (!verified || challenge === null) throw new AppError('passkey_refused', { actor: user_id });",
      "if (challenge === null) throw new AppError('passkey_refused', { actor: user_id });",
    ],
    [
      'a passkey says whose it is',
      "  if (userHandle !== handleOf(user_id)) throw new AppError('passkey_refused', { actor: user_id });\n",
      '',
    ],
    ['a passkey that was removed meanwhile opens nothing', 'if (current?.id !== passkey.id)', 'if (false)'],
    [
      'a passkey opens no account that was deleted',
      "if (!user || user.deleted_at !== null) throw new AppError('account_deleted'",
      "if (!user) throw new AppError('account_deleted'",
    ],
    ['a passkey is both factors', 'sessions.openFor(prove, client, now)', 'sessions.openFor(prove, client, null)'],
    ['answers with passkeys are counted', '  await spend(limiter, budgets, undefined);\n', ''],
    ['right answers with passkeys are not counted', '  await giveBack(limiter, budgets);\n', ''],
    ['removing a passkey is told', "        await tell(tx, deps.from, { user, news: 'removed' }, now);\n", ''],
    ['adding a passkey is told', "      await tell(tx, from, { user: signedIn.user, news: 'added' }, now);\n", ''],
  ]),
  ...of(`${AUTH}/passkey-repository.ts`, tests, [
    ['the count of a passkey goes on', "    .where('sign_count', count === 0 ? '=' : '<', count)\n", ''],
    [
      'a passkey is renamed by its owner',
      ".set({ name })\n    .where('id', '=', id)\n    .where('user_id', '=', userId)",
      ".set({ name })\n    .where('id', '=', id)",
    ],
    [
      'a passkey is removed by its owner',
      ".deleteFrom('passkeys')\n    .where('id', '=', id)\n    .where('user_id', '=', userId)",
      ".deleteFrom('passkeys')\n    .where('id', '=', id)",
    ],
  ]),
  ...of(`${AUTH}/prove-address.ts`, tests, [
    ['a first proof from another browser ends passkeys', '  await dropPasskeys(tx, id);\n', ''],
  ]),
  ...of(
    `${AUTH}/email-change-service.ts`,
    [`${AUTH}/email-change.test.ts`],
    [['an address that takes the account back ends passkeys', '  await dropPasskeys(tx, user.id);\n', '']],
  ),
  ...of(
    'apps/api/src/platform/db/endings.ts',
    ['apps/api/src/modules/users/admin/second-factor-powers.test.ts'],
    [['a restore brings no removed passkey back', ", 'passkeys'] as const", '] as const']],
  ),
];
