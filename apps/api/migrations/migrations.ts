import type { Migration } from '../src/platform/db/migrate.ts';
import * as initial from './001-initial.ts';
import * as accounts from './002-accounts.ts';
import * as admin from './003-admin.ts';
import * as annotations from './004-annotations.ts';
import * as anchors from './005-anchors.ts';
import * as searchWords from './006-search-words.ts';
import * as listBlocks from './007-list-blocks.ts';
import * as processes from './008-processes.ts';
import * as storedFiles from './009-stored-files.ts';
import * as anchorQueueByReader from './010-anchor-queue-by-reader.ts';
import * as mailPriority from './011-mail-priority.ts';
import * as refundLedger from './012-refund-ledger.ts';
import * as secondFactors from './013-second-factors.ts';
import * as shop from './014-shop.ts';
import * as follows from './015-follows.ts';
import * as setupAndShelf from './016-setup-and-shelf.ts';
import * as peopleAndTheirMoney from './017-people-and-their-money.ts';
import * as editionsByName from './018-editions-by-name.ts';
import * as earlyReadings from './019-early-readings.ts';
import * as lengthAndAccessibility from './020-length-and-accessibility.ts';
import * as samples from './021-samples.ts';
import * as entryCodes from './022-entry-codes.ts';
import * as severalParts from './023-several-parts.ts';
import * as messages from './024-messages.ts';
import * as personalData from './025-personal-data.ts';
import * as tokensByAddress from './026-tokens-by-address.ts';
import * as discountCodes from './027-discount-codes.ts';
import * as gifts from './028-gifts.ts';
import * as accounting from './029-accounting.ts';
import * as sampleShare from './030-sample-share.ts';
import * as passkeys from './031-passkeys.ts';
import * as taxNumbers from './032-tax-numbers.ts';
import * as waitingGrants from './033-waiting-grants.ts';
import * as refundOrders from './034-refund-orders.ts';
import * as codesByRequest from './035-codes-by-request.ts';
import * as wrongCodes from './036-wrong-codes.ts';
import * as chargebacks from './037-chargebacks.ts';

/** Every step of the schema, in order; append only. */
export const migrations: readonly Migration[] = [
  { number: 1, file: new URL('001-initial.ts', import.meta.url), up: initial.up },
  { number: 2, file: new URL('002-accounts.ts', import.meta.url), up: accounts.up },
  { number: 3, file: new URL('003-admin.ts', import.meta.url), up: admin.up },
  { number: 4, file: new URL('004-annotations.ts', import.meta.url), up: annotations.up },
  { number: 5, file: new URL('005-anchors.ts', import.meta.url), up: anchors.up },
  { number: 6, file: new URL('006-search-words.ts', import.meta.url), up: searchWords.up },
  { number: 7, file: new URL('007-list-blocks.ts', import.meta.url), up: listBlocks.up },
  { number: 8, file: new URL('008-processes.ts', import.meta.url), up: processes.up },
  { number: 9, file: new URL('009-stored-files.ts', import.meta.url), up: storedFiles.up },
  { number: 10, file: new URL('010-anchor-queue-by-reader.ts', import.meta.url), up: anchorQueueByReader.up },
  { number: 11, file: new URL('011-mail-priority.ts', import.meta.url), up: mailPriority.up },
  { number: 12, file: new URL('012-refund-ledger.ts', import.meta.url), up: refundLedger.up },
  { number: 13, file: new URL('013-second-factors.ts', import.meta.url), up: secondFactors.up },
  { number: 14, file: new URL('014-shop.ts', import.meta.url), up: shop.up },
  { number: 15, file: new URL('015-follows.ts', import.meta.url), up: follows.up },
  { number: 16, file: new URL('016-setup-and-shelf.ts', import.meta.url), up: setupAndShelf.up },
  { number: 17, file: new URL('017-people-and-their-money.ts', import.meta.url), up: peopleAndTheirMoney.up },
  { number: 18, file: new URL('018-editions-by-name.ts', import.meta.url), up: editionsByName.up },
  { number: 19, file: new URL('019-early-readings.ts', import.meta.url), up: earlyReadings.up },
  {
    number: 20,
    file: new URL('020-length-and-accessibility.ts', import.meta.url),
    up: lengthAndAccessibility.up,
  },
  { number: 21, file: new URL('021-samples.ts', import.meta.url), up: samples.up },
  { number: 22, file: new URL('022-entry-codes.ts', import.meta.url), up: entryCodes.up },
  { number: 23, file: new URL('023-several-parts.ts', import.meta.url), up: severalParts.up },
  { number: 24, file: new URL('024-messages.ts', import.meta.url), up: messages.up },
  { number: 25, file: new URL('025-personal-data.ts', import.meta.url), up: personalData.up },
  { number: 26, file: new URL('026-tokens-by-address.ts', import.meta.url), up: tokensByAddress.up },
  { number: 27, file: new URL('027-discount-codes.ts', import.meta.url), up: discountCodes.up },
  { number: 28, file: new URL('028-gifts.ts', import.meta.url), up: gifts.up },
  { number: 29, file: new URL('029-accounting.ts', import.meta.url), up: accounting.up },
  { number: 30, file: new URL('030-sample-share.ts', import.meta.url), up: sampleShare.up },
  { number: 31, file: new URL('031-passkeys.ts', import.meta.url), up: passkeys.up },
  { number: 32, file: new URL('032-tax-numbers.ts', import.meta.url), up: taxNumbers.up },
  { number: 33, file: new URL('033-waiting-grants.ts', import.meta.url), up: waitingGrants.up },
  { number: 34, file: new URL('034-refund-orders.ts', import.meta.url), up: refundOrders.up },
  { number: 35, file: new URL('035-codes-by-request.ts', import.meta.url), up: codesByRequest.up },
  { number: 36, file: new URL('036-wrong-codes.ts', import.meta.url), up: wrongCodes.up },
  { number: 37, file: new URL('037-chargebacks.ts', import.meta.url), up: chargebacks.up },
];
