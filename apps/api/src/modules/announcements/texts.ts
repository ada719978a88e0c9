import { announcementChecks } from '@cuentos/contract/check-words';

/** Why an announcement is not sent then. */
export const sendTimeTexts = { past: 'Esa hora ya pasó.', invalid: announcementChecks.dateInvalid } as const;
