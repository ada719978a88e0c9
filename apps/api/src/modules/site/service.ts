/** Exports about subscribed addresses for other modules. */
export { carryWithdrawals } from './carry-withdrawals.ts';
export {
  CONFIRM_LIFETIME_MS,
  joinNews,
  knownSubscriber,
  leaveBook,
  leaveNews,
  type MailingListService,
  moveFollows,
  moveNews,
  recordConsent,
  returnNews,
  type UnsubscribeLinks,
} from './mailing-list-service.ts';
export {
  consentsOf,
  deleteSubscriber,
  dropUnconfirmedFollows,
  findFollow,
  findSubscriber,
  findTyped,
  followedBooks,
  forgetUnknown,
  listSubscribers,
  noteAddressRefused,
  saveFollow,
  subscriberIds,
} from './repository.ts';
