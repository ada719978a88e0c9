/** What other modules may use of the addresses that agreed to be written to. */
export {
  CONFIRM_LIFETIME_MS,
  knownSubscriber,
  leaveBook,
  type MailingListService,
  moveFollows,
  recordConsent,
  type UnsubscribeLinks,
} from './mailing-list-service.ts';
export {
  consentsOf,
  deleteSubscriber,
  findFollow,
  findSubscriber,
  followedBooks,
  listSubscribers,
  saveFollow,
  updateSubscriber,
} from './repository.ts';
