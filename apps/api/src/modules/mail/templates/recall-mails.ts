import type { RecallKind } from '@cuentos/contract/recalls';
import { button } from './mail.ts';
import { letter } from './render-mail.ts';
import { recallMailTexts as t } from './recall-texts.ts';

interface RecalledPart {
  readonly name: string;
  readonly partName: string;
  readonly bookName: string;
  readonly kind: RecallKind;
  /** Whether the person paid for it. */
  readonly hasPaid: boolean;
}

/** Reports to a reader that the shop had to recall a part. */
export const partRecalledMail = letter(({ name, partName, bookName, kind, hasPaid }: RecalledPart) => ({
  template: 'part-recalled',
  subject: t.subject(partName),
  title: t.title,
  blocks: [
    t.greeting(name),
    [t.intro(partName, bookName), t.kinds[kind], hasPaid ? t.money : null],
    hasPaid ? button(t.button, '/user-settings/orders') : null,
    t.after,
  ],
}));

/** The same to a giver, who gets the money back. */
export const giftRecalledMail = letter(({ name, partName, bookName, kind }: Omit<RecalledPart, 'hasPaid'>) => ({
  template: 'part-recalled',
  subject: t.subject(partName),
  title: t.giftTitle,
  blocks: [
    t.greeting(name),
    [t.giftIntro(partName, bookName), t.kinds[kind], t.giftMoney],
    button(t.button, '/user-settings/orders'),
    t.giftAfter,
  ],
}));
