import type { ComponentProps, RefObject } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { noAnswerText } from './no-answer.ts';
import { useScreenParams } from '../../lib/screen-data.ts';
import { useTask } from '../../ui/forms/use-task.ts';
import { useNavigation } from '../../ui/use-navigation.ts';
import { showToastHere } from '../../ui/overlays/toast-store.ts';
import { useCaptcha } from './captcha/use-captcha.ts';
import { noteCodeAsked, useCarriedEmail } from './carried-email.ts';
import { authTexts as t } from './texts.ts';

/**
 * Asks for a code by mail, one at a time.
 * @returns `ask`, which calls `then` once the server has sent the code and else says what went wrong, and `busy` meanwhile
 */
export function useAskForCode() {
  const captcha = useCaptcha('entry-code');
  const { busy, run } = useTask();
  const ask = async (email: string, then: (leave: () => void) => void) =>
    run(async (leave) => {
      try {
        const { askEntryCode } = await import('./api.ts');
        await askEntryCode(email.trim(), await captcha.answer());
        noteCodeAsked(email, Date.now());
        then(leave);
      } catch (error) {
        showToastHere('error', askFailure(error));
      }
      captcha.renew();
    });
  return { busy, ask };
}

function askFailure(error: unknown): string {
  if (!(error instanceof ApiError) || error.status === 0) return noAnswerText();
  if (error.status === 429) return t.tooManyCodes;
  return error.detail || noAnswerText();
}

/** Field `email` of the surrounding form, so that the address is typed once for both ways. */
interface FieldsWithEmail {
  readonly values: { readonly email: string };
  change(name: 'email', value: string): void;
  check(name: 'email'): boolean;
  field(name: 'email'): ComponentProps<'input'> & { readonly error?: string | undefined };
}

interface EmailWay {
  /** The field of the address. */
  readonly input: RefObject<HTMLInputElement | null>;
  /** Whether the other fields of the form are empty. */
  readonly alone: boolean;
}

/** Signs in with the address alone, in a form that has other ways too. */
export function useEmailEntry(fields: FieldsWithEmail, { input, alone }: EmailWay) {
  const bookId = useScreenParams()['book_id'];
  const { go } = useNavigation();
  const { busy, ask } = useAskForCode();
  useCarriedEmail({ input, email: fields.values.email, fill: (email) => fields.change('email', email) });
  const goOn = () => {
    if (!fields.check('email')) return input.current?.focus();
    void ask(fields.values.email, (leave) => {
      leave();
      // A step back leads to the page before, not to a form that was sent.
      go(`/enter-code${bookId ? `/${bookId}` : ''}${location.search}`, { replace: true });
    });
  };
  return {
    field: fields.field('email'),
    busy,
    goOn,
    /** Whether sending the form means this way: by Enter in its field, with the other fields empty. */
    isMeant: () => alone && input.current !== null && document.activeElement === input.current,
  };
}
