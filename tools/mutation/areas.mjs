// Areas of code that the proof `mutation` changes, with the tests that must detect the changes.

const API = 'apps/api/src';
const WEB = 'apps/web/src';
const SELLING = 'accounting,discount-codes,entitlements,gifts,orders,payments,pocket,refunds';

/**
 * @typedef {object} Area
 * @property {string} name
 * @property {string} holds what its rules are about
 * @property {readonly string[]} mutate globs of the files that are changed
 * @property {readonly string[]} tests globs of the tests that are run; heavy ones stay out
 * @property {number | null} floor percent of the mutants that must be killed, below the share that was measured; null before
 * @property {string} measured mutants, slices and day of that measurement
 */

/** @type {readonly Area[]} */
export const areas = [
  {
    name: 'domain',
    holds: 'Every rule of the domain, seen by the tests of the domain alone',
    mutate: ['packages/domain/src/**/*.ts'],
    tests: ['packages/domain/src/**/*.test.ts'],
    floor: 90,
    measured: '218 of 239, slices 1 to 8, 2026-11-27, on a busy machine',
  },
  {
    name: 'selling',
    holds: 'Orders, payments, refunds, gifts, codes, the pocket, entitlements, the ledger, and the payment provider',
    mutate: [
      `${API}/modules/{${SELLING}}/**/*.ts`,
      `${API}/adapters/mercadopago/*.ts`,
      `${API}/modules/editions/service.ts`,
      `${API}/platform/db/endings.ts`,
    ],
    tests: [`${API}/modules/{${SELLING}}/**/*.test.ts`, `${API}/adapters/mercadopago/*.test.ts`],
    floor: 79,
    measured: '64 of 81, slice 1, 2026-11-28, on a busy machine',
  },
  {
    name: 'access',
    holds: 'Signing in, sessions, recovery, passkeys, second factor, proved addresses, and who may make a call',
    mutate: [
      `${API}/modules/auth/**/*.ts`,
      `${API}/platform/http/{access,anti-forgery}.ts`,
      `${API}/platform/proved-address.ts`,
    ],
    tests: [`${API}/modules/auth/**/*.test.ts`, `${API}/platform/http/{access-matrix,anti-forgery,ownership}.test.ts`],
    floor: null,
    measured: '',
  },
  {
    name: 'device',
    holds: 'What a browser keeps for whom: sessions, guards, downloads, the outbox and the end of a session',
    mutate: [
      `${WEB}/device/*.ts`,
      `${WEB}/app/{guard,end-session,sessions-to-end,browser-start}.ts`,
      `${WEB}/lib/api/{session,refresh-session,api-client}.ts`,
    ],
    tests: [`${WEB}/device/**/*.test.{ts,tsx}`, `${WEB}/app/*.test.ts`, `${WEB}/lib/api/*.test.ts`],
    floor: null,
    measured: '',
  },
];
