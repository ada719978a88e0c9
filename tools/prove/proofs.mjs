// The long proofs with their full counts. A test gets its slice by `longProof` of the proof's name.
// `piece` is the number of runs made at a time: a few minutes of work. `test` chooses the test of the file by its name.

/** Seed of all generated samples, so that the run of an index is always the same. */
export const SEED = 20_261_122;

const BOTH = ['sqlite', 'postgres'];
/** Engines of a proof without a database. */
const NONE = ['none'];
const BROWSER = ['browser'];

/**
 * @typedef {object} Proof
 * @property {string} name
 * @property {string} shows
 * @property {string} file
 * @property {string} test part of the test's full name; '' for all of the file
 * @property {string} unit what is counted
 * @property {number} full
 * @property {number} piece
 * @property {readonly ('sqlite' | 'postgres' | 'none' | 'browser')[]} engines
 * @property {boolean} [isProgram] `file` is no test but a program, which gets the first slice and their count and prints its measurement
 * @property {boolean} [inMemory] its SQLite databases may be in memory, because it proves nothing about a disk
 */

/** @type {readonly Proof[]} */
export const proofs = [
  {
    name: 'money-histories',
    shows:
      'Payments, doubles, wrong sums, late approvals, refunds that are made, wait, are given up or undone, parts opened or taken back, refusals, disputes, credential faults, deleted buyers and restarts in any order: every peso is granted for, returned, on its way back or in the open list, no good payment is returned in place of a bad one, and after each step what the buyer reads and was mailed agrees with the ledger',
    file: 'apps/api/src/modules/orders/money-histories.test.ts',
    test: 'any history of money',
    unit: 'histories',
    full: 10_000,
    piece: 250,
    engines: BOTH,
    inMemory: true,
  },
  {
    name: 'purchase-histories',
    shows:
      'Single parts, several, completed books, codes, gifts and presales, paid once, twice, late or never, returned, taken back, disputed, settled and claimed in any order by several people: after each step holdings, money, gifts, codes and papers agree with rules of their own, and each price with a model of its own; at the end ‘Ventas’, ‘Hoy’ and ‘Contabilidad’ say the same of each month or bridge it',
    file: 'apps/api/src/modules/orders/purchase-histories.test.ts',
    test: 'any history of purchases',
    unit: 'histories',
    full: 10_000,
    piece: 500,
    engines: BOTH,
    inMemory: true,
  },
  {
    name: 'hostile-registrations',
    shows:
      'A minute in which strangers register foreign addresses from many networks, block, erase and keep the accounts, beside somebody who enters by code, buys, pays and reads: every step of hers is answered, her codes and receipts leave before any greeting, and no mailbox gets more than its budget',
    file: 'apps/api/src/modules/auth/hostile-registrations.test.ts',
    test: 'a minute of hostile registrations',
    unit: 'registrations',
    full: 1000,
    piece: 1000,
    engines: ['sqlite'],
  },
  {
    name: 'payment-deliveries',
    shows:
      'Storms of 200 deliveries each, so 100,000 in all, shuffled, repeated, forged, a day old and about wrong payments: exactly one grant and one receipt a storm',
    file: 'apps/api/src/modules/orders/schedules.test.ts',
    test: 'a storm of notices',
    unit: 'storms',
    full: 500,
    piece: 25,
    engines: BOTH,
    inMemory: true,
  },
  {
    name: 'payment-schedules',
    shows: 'Any order of payments, notices, looks and jobs: the part is held exactly when one payment for it is kept',
    file: 'apps/api/src/modules/orders/schedules.test.ts',
    test: 'ends with the part held exactly when one payment',
    unit: 'schedules',
    full: 10_000,
    piece: 500,
    engines: BOTH,
    inMemory: true,
  },
  {
    name: 'double-payments',
    shows: 'Two tabs that pay at the same moment: one grant, one refund',
    file: 'apps/api/src/modules/orders/schedules.test.ts',
    test: 'two tabs pay at the same moment',
    unit: 'pairs',
    full: 500,
    piece: 500,
    engines: BOTH,
    inMemory: true,
  },
  {
    name: 'altered-payments',
    shows: 'No grant for a payment whose sum, currency, account, order or state differs',
    file: 'apps/api/src/modules/orders/money-rules.test.ts',
    test: 'no grant without matching money',
    unit: 'payments',
    full: 5000,
    piece: 2500,
    engines: BOTH,
    inMemory: true,
  },
  {
    name: 'payment-paths',
    shows: 'Every path of up to eight states of a payment: the buyer holds what the last state says',
    file: 'apps/api/src/modules/orders/money-rules.test.ts',
    test: 'every way that a payment can take',
    unit: 'paths',
    full: 76,
    piece: 76,
    engines: BOTH,
    inMemory: true,
  },
  {
    name: 'lost-notices',
    shows: 'Sales whose notices are all lost are made up for in two runs of the reconciliation',
    file: 'apps/api/src/modules/orders/money-rules.test.ts',
    test: 'are all made up for in two runs',
    unit: 'sales',
    full: 1000,
    piece: 500,
    engines: BOTH,
    inMemory: true,
  },
  {
    name: 'accounting-histories',
    shows:
      'Payments, doubles, wrong ones, refunds, disputes, settlements and decisions about documents in any order over months, told by two processes at once: all months together are the ledger to the peso, each is the sum of its rows and of its file, each figure of ‘Ventas’ and of its file is that of the month or bridged to it, the provider’s own report agrees, and no payment has two papers',
    file: 'apps/api/src/modules/accounting/accounting-histories.test.ts',
    test: 'any history of months',
    unit: 'histories',
    full: 10_000,
    piece: 500,
    engines: BOTH,
    inMemory: true,
  },
  {
    name: 'mutation',
    shows:
      'The code of the areas below, changed in small ways, one at a time: how many of these mutants make a test fail, and which do not. It has no everyday sample',
    file: 'tools/mutation/run.mjs',
    test: '',
    unit: 'slices of the mutants',
    full: 100,
    piece: 2,
    engines: NONE,
    isProgram: true,
  },
  {
    name: 'release-histories',
    shows:
      'Days that move, parts and books that are withdrawn and listed again, people who join and leave, kills at every step and processes side by side: each address is told of a part once, never before its minute, never while it is withdrawn, and nobody who waited is passed over',
    file: 'apps/api/src/modules/follows/releases.test.ts',
    test: 'any history of dates',
    unit: 'histories',
    full: 1000,
    piece: 250,
    engines: BOTH,
  },
  {
    name: 'announcement-deliveries',
    shows:
      'An announcement over SMTP to a server that refuses, defers, hangs and breaks off, sent by a process that is killed twice: every address that exists gets it, none by two mails, what a kill in the last moment repeats has the same id, and the progress agrees with the server',
    file: 'apps/api/src/modules/announcements/smtp-deliveries.test.ts',
    test: '',
    unit: 'addresses',
    full: 10_000,
    piece: 10_000,
    engines: BOTH,
  },
  {
    name: 'sync-rules',
    shows:
      'The rules of highlights, positions, imports and the end of the trash: two to four devices end equal, nothing lost, nothing revived',
    file: 'packages/domain/src/highlights/sync.test.ts',
    test: 'histories of two to four devices end equal',
    unit: 'histories',
    full: 100_000,
    piece: 10_000,
    engines: NONE,
  },
  {
    name: 'sync-browsers',
    shows:
      "The same with the web app's own code in two to four browsers, with their databases and lost answers: highlights and notes, places, bookmarks, settings, what is restored from the trash or erased after thirty days, a file of bookmarks and highlights that is brought, taken back and brought again",
    file: 'apps/web/src/features/reading/sync-histories.test.ts',
    test: 'histories of two to four browsers end equal',
    unit: 'histories',
    full: 5000,
    piece: 250,
    engines: NONE,
  },
  {
    name: 'two-browsers',
    shows:
      'Two real browsers in one part, each writing, deleting, marking and turning pages, with calls and answers that get lost, lines that go and tabs that are closed: they end equal, no note is lost and none comes back',
    file: 'e2e/library/two-devices.spec.ts',
    test: '',
    unit: 'steps of both, about ten minutes',
    full: 400,
    piece: 400,
    engines: BROWSER,
  },
  {
    name: 'kept-drafts',
    shows:
      'The drafts of four forms of the working area after a reload, a crash, a second tab, a step back, a lost line and the end of the session',
    file: 'e2e/admin/forms-kept.spec.ts',
    test: '',
    unit: 'walk through all ways',
    full: 1,
    piece: 1,
    engines: BROWSER,
  },
  {
    name: 'sync-api',
    shows: 'The same over the API, three devices and a real database',
    file: 'apps/api/src/modules/highlights/convergence.test.ts',
    test: 'histories of three devices over the API',
    unit: 'histories',
    full: 2000,
    piece: 250,
    engines: BOTH,
  },
  {
    name: 'writer-kills',
    shows: 'A process that writes and is killed: every acknowledged write is there, none by half',
    file: 'apps/api/src/platform/db/crash.test.ts',
    test: 'a writer that is killed',
    unit: 'kills',
    full: 1000,
    piece: 50,
    engines: BOTH,
  },
  {
    name: 'server-kills',
    shows:
      'The server killed under readers at work: every acknowledged position is there, and it is ready again within 3 s (p95)',
    file: 'apps/api/src/platform/server.test.ts',
    test: 'a server that is killed under readers at work',
    unit: 'kills',
    full: 300,
    piece: 25,
    engines: BOTH,
  },
  {
    name: 'two-server-kills',
    shows: 'Two servers on one database, killed one after the other under readers at work: the same',
    file: 'apps/api/src/platform/server.test.ts',
    test: 'two servers that are killed under readers at work',
    unit: 'kills',
    full: 100,
    piece: 10,
    engines: BOTH,
  },
  {
    name: 'erasure-kills',
    shows:
      'A process that is killed while it erases people: each is whole or gone, and after the next process nothing of them is in any table, file or mail',
    file: 'apps/api/src/modules/personal-data/erasure-kills.test.ts',
    test: 'killed while it erases',
    unit: 'kills',
    full: 200,
    piece: 25,
    engines: BOTH,
  },
  {
    name: 'upgrade',
    shows:
      'The version before and the new one on one database: every call of the contract is answered alike by both, and each understands the other; then two processes are replaced one after the other and back again under 50 readers and writers: no file of a page and no call fails, nothing that was acknowledged is lost or there twice, and a tab goes on that was opened before',
    file: 'tools/prove/upgrade/run.mjs',
    test: '',
    unit: 'upgrade and way back',
    full: 1,
    piece: 1,
    engines: NONE,
    isProgram: true,
  },
  {
    name: 'restarts-behind-proxies',
    shows:
      'nginx, HAProxy and Caddy by the samples of `deploy` in front of two processes on PostgreSQL that are restarted in turn, and at last killed, under 24 readers and writers: no page, file, call or write fails at a restart and nothing that was acknowledged is lost or there twice; at a kill nothing fails behind nginx but a POST that the killed process was answering, and behind the others only what it was answering',
    file: 'tools/prove/upgrade/restarts.mjs',
    test: '',
    unit: 'proxies',
    full: 3,
    piece: 1,
    engines: NONE,
    isProgram: true,
  },
  {
    name: 'restores',
    shows: 'A restore into an empty shop: every row and file is the same',
    file: 'apps/api/src/commands/backup.test.ts',
    test: 'give back every row and every file',
    unit: 'restores',
    full: 20,
    piece: 20,
    engines: BOTH,
  },
  {
    name: 'backup-drills',
    shows:
      'A process of the shop under readers who turn pages makes a backup when an admin asks, every other time after it was killed in the middle of one, which leaves none: put back beside it, each backup has every page that was acknowledged before it was asked for and every file, and a drill opens it',
    file: 'apps/api/src/commands/backup-drills.test.ts',
    test: 'brings what was acknowledged before it',
    unit: 'drills',
    full: 20,
    piece: 10,
    engines: BOTH,
  },
  {
    name: 'restores-beside-writers',
    shows:
      'Two processes of the shop under people who read, mark, register and buy, with lost and damaged files: refused beside them a restore changes nothing; told to, it brings every row and file, what differs is what they did since, and nobody hears of a fault; once they ended or were killed, it brings the backup and nothing else',
    file: 'apps/api/src/commands/restore-drills.test.ts',
    test: 'beside processes at work and without',
    unit: 'drills of three restores each',
    full: 20,
    piece: 10,
    engines: BOTH,
  },
  {
    name: 'api-on-postgres',
    shows: 'Every test of the API on PostgreSQL, those too whose statements other tests send',
    file: 'tools/prove/api-on-postgres.mjs',
    test: '',
    unit: 'run of all',
    full: 1,
    piece: 1,
    engines: NONE,
    isProgram: true,
  },
  {
    name: 'bad-requests',
    shows: 'Random bodies, addresses and headers to every route: no fault, and nothing of other people',
    file: 'apps/api/src/platform/http/bad-input.test.ts',
    test: 'random bodies, addresses and headers',
    unit: 'requests',
    full: 1_000_000,
    piece: 25_000,
    engines: BOTH,
  },
  {
    name: 'aborted-uploads',
    shows: 'Uploads broken off at any byte, and while the gate is at work, leave nothing behind',
    file: 'apps/api/src/modules/books/admin/part-files.test.ts',
    test: 'random points leaves nothing',
    unit: 'uploads',
    full: 50,
    piece: 50,
    engines: BOTH,
  },
  {
    name: 'largest-bodies',
    shows: 'Two hundred bodies of the largest size at once to each call that anybody may send one to: at most 150 MB',
    file: 'apps/api/src/platform/http/body-limits.test.ts',
    test: 'to each call that anybody may send one to',
    unit: 'round of all calls',
    full: 1,
    piece: 1,
    engines: ['sqlite'],
  },
  {
    name: 'full-disks',
    shows:
      'An upload onto a disk that is full, nearly full or gets full, where the form, the work or what is kept lies: 503, nothing left, and success once there is room',
    file: 'apps/api/src/modules/books/admin/full-disk.test.ts',
    test: '',
    unit: 'uploads',
    full: 9,
    piece: 9,
    engines: ['sqlite'],
  },
  {
    name: 'gate-children',
    shows:
      'Every book of both sets, made ones too, through the gate in the child process that the shop gives it: judged as expected, and none takes more than 64 MB (the sets are not part of the repository)',
    file: 'packages/epub/src/gate/shared-samples.test.ts',
    test: '',
    unit: 'books',
    full: 114,
    piece: 114,
    engines: NONE,
  },
  {
    name: 'gate-books',
    shows:
      'Every good sample book is accepted with its text, needs no cleaning when it passes once more, and holds nothing that runs or loads',
    file: 'packages/epub/src/gate/shared-samples.test.ts',
    test: 'good books',
    unit: 'round of the whole set',
    full: 1,
    piece: 1,
    engines: NONE,
  },
  {
    name: 'sample-books',
    shows:
      'The beginning of every sample book holds nothing from beyond its cut, and every place in it is one of the whole book',
    file: 'packages/epub/src/sample/shared-samples.test.ts',
    test: 'the beginning of a real book',
    unit: 'round of the whole set',
    full: 1,
    piece: 1,
    engines: NONE,
  },
  {
    name: 'hostile-books',
    shows: 'Every book of the hostile set through the upload (the set is not part of the repository)',
    file: 'apps/api/src/modules/books/admin/shared-samples.test.ts',
    test: '',
    unit: 'round of the whole set',
    full: 1,
    piece: 1,
    engines: BOTH,
  },
  {
    name: 'sample-border',
    shows:
      'Every file of every real and hostile book, asked for by nobody, by who owns another book and by whose right has ended, by the address of its beginning and of the whole: only what belongs to the beginning is given (the sets are not part of the repository)',
    file: 'apps/api/src/modules/editions/shared-samples.test.ts',
    test: '',
    unit: 'round of both sets',
    full: 1,
    piece: 1,
    engines: BOTH,
  },
  {
    name: 'hostile-books-in-the-reader',
    shows:
      'The same books opened in a real browser, raw and after the gate: no script runs, nothing is asked elsewhere',
    file: 'e2e/engine/hostile.spec.ts',
    test: '',
    unit: 'round of the whole set',
    full: 1,
    piece: 1,
    engines: BROWSER,
  },
  {
    name: 'walked-books',
    shows:
      'Every sample book walked page by page, there and back, in three sizes of the text and two widths: every character in order; every entry of the contents lands on its target (the set is not part of the repository)',
    file: 'e2e/engine/books.spec.ts',
    test: '',
    unit: 'round of the whole set',
    full: 1,
    piece: 1,
    engines: BROWSER,
  },
  {
    name: 'whole-books',
    shows:
      'Every sample book walked whole at 390 and 1280 px, there and back: the text of all pages is the text of the file, each word once, what a box shows when it is scrolled sideways too, and the review of pages agrees (the set is not part of the repository)',
    file: 'e2e/engine/whole-books.spec.ts',
    test: '',
    unit: 'walks of a book at a width',
    full: 50,
    piece: 2,
    engines: BROWSER,
  },
  {
    name: 'opened-sections',
    shows:
      'Every section of every sample book opens and counts the characters that the gate counted (the set is not part of the repository)',
    file: 'e2e/engine/samples.spec.ts',
    test: '',
    unit: 'round of the whole set',
    full: 1,
    piece: 1,
    engines: BROWSER,
  },
  {
    name: 'book-ranges',
    shows:
      'Random ranges of every sample book come back the same from their CFIs, in foliate-js and epub-ts too (the set is not part of the repository)',
    file: 'e2e/engine/cfi.spec.ts',
    test: '',
    unit: 'round of the whole set',
    full: 1,
    piece: 1,
    engines: BROWSER,
  },
  {
    name: 'accessibility',
    shows: 'axe finds nothing in any state, width, scheme and theme',
    file: 'e2e/shop/accessibility.spec.ts',
    test: '',
    unit: 'round of all states',
    full: 1,
    piece: 1,
    engines: BROWSER,
  },
];
