import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const sources = fileURLToPath(new URL('../../', import.meta.url));

/** Reasons for which code may look something up by an address. */
type Reason =
  /** Only proved addresses get there: the function takes that type, or checks the row itself. */
  | 'proved'
  /** The caller proves its identity: with a password, a code or link of the mailbox, or Google's token. */
  | 'proof'
  /** The result only decides which mail goes to the address: the caller learns nothing. */
  | 'mailbox'
  /** An admin or the operator makes the look-up, and only that person sees the result. */
  | 'shop'
  /** The account itself caused the look-up. */
  | 'own'
  /** The code only asks whether an address is free. */
  | 'free';

/** Every look-up by an address, with the calls or mails that lead to it. */
const allowedLookups: Readonly<Record<string, readonly [Reason, string]>> = {
  'commands/create-admin.ts createAdmin': ['shop', 'admin:create'],
  'commands/reset-factor.ts resetFactor': ['shop', 'admin:reset-factor'],
  'commands/seed-demo-purchases.ts findUsers': ['shop', 'the demonstration shop'],
  'commands/seed-demo-shop.ts insertGrants': ['shop', 'the demonstration shop'],
  'modules/announcements/admin/service.ts createAdminMailingListService': ['shop', 'POST /api/admin/newsletter/erase'],
  'modules/personal-data/admin/service.ts createDataRequestService': ['proved', 'POST /api/admin/data_requests'],
  'modules/personal-data/admin/service.ts present': ['shop', 'GET /api/admin/data_requests'],
  'modules/entitlements/admin/service.ts inviteEarly': [
    'proved',
    'POST /api/admin/early_access/{part}: what is given waits',
  ],
  'modules/announcements/repository.ts isReachable': ['proved', 'mails: announcements'],
  'modules/announcements/repository.ts ownersByPart': ['mailbox', 'GET /api/admin/announcements: how many'],
  'modules/announcements/repository.ts wants': ['mailbox', 'mails: announcements, to who agreed by the mailbox'],
  'modules/auth/account-service.ts createAccountService': [
    'free',
    'POST /api/users/: whether it is taken, which the answer says in any case',
  ],
  'modules/auth/account-service.ts login': ['proof', 'POST /api/auth/: with the password'],
  'modules/auth/app-password-service.ts enter': ['proof', '/opds: with a password of a reading app'],
  'modules/auth/email-change-service.ts queueLink': ['mailbox', 'POST /api/users/me/email'],
  'modules/auth/entry-code-service.ts useCode': ['proof', 'POST /api/auth/entry_code/enter'],
  'modules/auth/google-service.ts create': ['free', 'POST /api/auth/login_with_google'],
  'modules/auth/google-service.ts enter': ['proof', 'POST /api/auth/login_with_google'],
  'modules/auth/password-service.ts knownDeviceOf': [
    'proof',
    'codes and recoveries: with the secret of a known device',
  ],
  'modules/auth/password-service.ts sendRecovery': ['mailbox', 'mails: recovery links'],
  'modules/auth/repository.ts findOwner': ['proved', 'POST /api/admin/data_requests'],
  'modules/auth/repository.ts formerAddresses': ['proved', 'GET /api/users/me/data, erasures'],
  'modules/auth/repository.ts leaveAddress': ['proved', 'changes of address'],
  'modules/auth/repository.ts listPasswordHolders': ['shop', 'the check of demonstration accounts at the start'],
  'modules/auth/repository.ts requireFreeAddress': ['free', 'registrations, changes of address'],
  'modules/auth/token-repository.ts countTry': ['proof', 'POST /api/auth/entry_code/enter'],
  'modules/auth/token-repository.ts dropEntryCodes': ['proof', 'POST /api/auth/entry_code/enter, changes of address'],
  'modules/auth/token-repository.ts hasEntryCode': ['proof', 'POST /api/auth/entry_code/enter'],
  'modules/auth/token-repository.ts isAddressKept': ['free', 'registrations, changes of address'],
  'modules/auth/token-repository.ts noteWrongCodes': ['proof', 'POST /api/auth/entry_code/enter'],
  'modules/auth/token-repository.ts takeRecoveryRequest': ['mailbox', 'mails: recovery links'],
  'modules/gifts/repository.ts eraseFromGifts': ['proved', 'erasures'],
  'modules/gifts/repository.ts giftsForCopy': ['proved', 'GET /api/users/me/data'],
  'modules/follows/releases.ts noticeRelease': ['mailbox', 'mails: releases'],
  'modules/follows/repository.ts reasonOf': ['mailbox', 'mails: releases'],
  'modules/follows/repository.ts unknownHolders': ['mailbox', 'mails: releases, of what an account holds'],
  'modules/follows/repository.ts wants': ['mailbox', 'mails: releases'],
  'modules/follows/service.ts followBook': ['proved', 'GET, POST and DELETE of /api/follows'],
  'modules/follows/service.ts requestByMail': ['mailbox', 'POST /api/follows: mails a link that confirms'],
  'modules/mail/repository.ts deleteMailsTo': [
    'shop',
    'the list that an admin keeps; erasures, by the type of the service',
  ],
  'modules/mail/repository.ts mailIdsTo': ['proved', 'erasures'],
  'modules/mail/repository.ts mailsCausedBy': ['own', 'GET /api/users/me/data: what an account caused itself'],
  'modules/mail/repository.ts mailsOf': ['shop', 'GET /api/admin/users/{id}/mails'],
  'modules/mail/repository.ts mailsToAccount': [
    'own',
    'GET /api/users/me/data: answers to what the account wrote itself',
  ],
  'modules/mail/repository.ts mailsToAddresses': ['proved', 'GET /api/users/me/data'],
  'modules/mail/service.ts isBlocked': ['proved', 'mails: gifts and what the shop gives'],
  'modules/mail/service.ts queueMail': ['proved', 'mails: gifts and what the shop gives'],
  'modules/messages/repository.ts threadsOfPerson': ['proved', 'erasures'],
  'modules/personal-data/repository.ts accountRows': ['proved', 'GET /api/users/me/data'],
  'modules/personal-data/repository.ts mailRows': ['proved', 'GET /api/users/me/data'],
  'modules/personal-data/repository.ts messageRows': ['proved', 'GET /api/users/me/data'],
  'modules/reports/repository.ts listMails': ['shop', 'GET /api/admin/mails: who has the address of a mail now'],
  'modules/site/mailing-list-service.ts joinNews': ['proved', 'PUT /api/users/me/data/news, changes of address'],
  'modules/site/mailing-list-service.ts knownSubscriber': ['mailbox', 'POST /api/contact: mails a link that confirms'],
  'modules/site/mailing-list-service.ts moveFollows': ['proved', 'every first proof, changes of address'],
  'modules/site/mailing-list-service.ts moveNews': ['proved', 'changes of address'],
  'modules/site/mailing-list-service.ts request': ['mailbox', 'POST /api/contact: mails a link that confirms'],
  'modules/site/repository.ts consentsOf': ['shop', 'GET /api/admin/newsletter.csv'],
  'modules/site/repository.ts deleteSubscriber': ['shop', 'POST /api/admin/newsletter/erase'],
  'modules/site/repository.ts findSubscriber': ['proved', 'follows, consents, news'],
  'modules/site/repository.ts findTyped': ['mailbox', 'POST /api/contact, POST /api/follows'],
  'modules/site/repository.ts forgetUnknown': ['own', 'erasures: the row that an unproved account kept'],
  'modules/site/repository.ts followedBooks': ['proved', 'GET /api/follows'],
  'modules/site/repository.ts followsElsewhere': ['proved', 'every first proof, changes of address'],
  'modules/site/repository.ts subscriberIds': ['proved', 'erasures'],
};

const CONDITIONS = [
  // Conditions in Kysely.
  /(?:where|eb|on|onRef|andWhere)\(\s*'(?:\w+\.)?(?:email|recipient|visitor_email|recipient_email)',\s*'(?:=|in|<>|like)'/g,
  /innerJoin\([^)]*email'|leftJoin\([^)]*email'|onRef\('\w+\.email'/g,
  // SQL written by hand.
  /\b\w+\.email\s*=/g,
  // Functions that take an address.
  /\bfindUserBy\(\s*[\w.]+,\s*'email'/g,
  /\b(?:findOwner|isAddressKept|findTyped|knownSubscriber|isBlocked)\(/g,
];

const sourceFiles = (): string[] =>
  readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|(?:^|\/)testing\//.test(file));

/** Every look-up by an address in the sources, by file and function. */
function lookups(): Map<string, string> {
  const lookupsByFunction = new Map<string, string>();
  for (const file of sourceFiles()) {
    const source = readFileSync(`${sources}${file}`, 'utf8');
    const functions = [
      ...source.matchAll(/^(?:export )?(?:async )?(?:function (\w+)|const (\w+) = (?:async )?(?:\(|sql))/gm),
    ];
    for (const condition of CONDITIONS) {
      for (const { index } of source.matchAll(condition)) {
        const at = functions.findLastIndex((match) => match.index <= index);
        const own = functions[at];
        const name = own?.[1] ?? own?.[2] ?? '';
        const end = functions[at + 1]?.index ?? source.length;
        lookupsByFunction.set(`${file} ${name}`, source.slice(own?.index ?? 0, end));
      }
    }
  }
  return lookupsByFunction;
}

it('every look-up by an address is listed with a reason: add a proof of the address, or a line here that says why not', () => {
  const foundLookups = lookups();
  expect([...foundLookups.keys()].toSorted()).toEqual(Object.keys(allowedLookups).toSorted());
  for (const [where, [reason]] of Object.entries(allowedLookups)) {
    if (reason !== 'proved') continue;
    expect(foundLookups.get(where), where).toMatch(
      /ProvedAddress|provedAddressOf|email_verified_at|findOwner|isBlocked|PersonWithAddresses|ErasedPerson/,
    );
  }
});

it('the type of a proved address is made only where the address is proved', () => {
  const makers = sourceFiles().filter((file) =>
    /\basProved\(|as ProvedAddress/.test(readFileSync(`${sources}${file}`, 'utf8')),
  );
  expect(makers.toSorted()).toEqual([
    'modules/auth/email-change-service.ts',
    'modules/auth/entry-code-service.ts',
    'modules/auth/prove-address.ts',
    'modules/auth/repository.ts',
    'platform/proved-address.ts',
  ]);
});
