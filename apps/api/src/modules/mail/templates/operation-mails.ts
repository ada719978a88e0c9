import { button } from './mail.ts';
import { letter } from './render-mail.ts';
import { operationTexts as texts } from './operation-texts.ts';

/** Something about the running of the shop that calls for an admin. */
interface OperationAlert {
  readonly adminName: string;
  readonly alert: { readonly title: string; readonly found: string; readonly next: string };
}

const setup = button(texts.button, '/admin/setup');

/** Reports an alert to an admin. */
export const alertMail = letter(({ adminName, alert: { title, found, next } }: OperationAlert) => ({
  template: 'alert',
  subject: title,
  title,
  blocks: [texts.greeting(adminName), found, next, setup, texts.after],
}));

/** Reports to an admin that an alert has ended. */
export const alertEndedMail = letter(({ adminName, alert: { title } }: OperationAlert) => ({
  template: 'alert-ended',
  subject: texts.ended.subject(title),
  title: texts.ended.title,
  blocks: [texts.greeting(adminName), texts.ended.text(title)],
}));
