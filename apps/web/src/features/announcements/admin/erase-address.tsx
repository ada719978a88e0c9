import { useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { z } from 'zod';
import { isEmail } from '../../../lib/is-email.ts';
import { Button } from '../../../ui/button.tsx';
import { DraftNotice } from '../../../ui/forms/draft-notice.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { ask } from '../../../ui/overlays/confirm.ts';
import { showToast } from '../../../ui/overlays/toast-store.ts';
import { draftName } from '../../admin/work-dialog.tsx';
import { useWorkForm } from '../../admin/work-form.ts';
import { ANNOUNCEMENTS_KEY, eraseAddress } from './api.ts';
import { announcementTexts as t } from './texts.ts';

const eraseSchema = z.object({
  email: z.string().trim().refine(isEmail, t.emailInvalid),
});

/** Erases the address of a person who asked for it. */
export function EraseAddress() {
  const client = useQueryClient();
  const { form, dialog } = useWorkForm({
    name: draftName('erase-address', null),
    valuesOf: () => ({ email: '' }),
    schema: eraseSchema,
    isMeant: ({ email }) =>
      ask({ title: t.eraseQuestion(email), message: t.eraseWarning, confirm: t.erase, cancel: t.back }),
    save: ({ email }) => eraseAddress(email),
    onSaved: ({ erased }) => {
      showToast(erased ? 'success' : 'info', erased ? t.erased : t.notThere);
      form.reset();
      void client.invalidateQueries({ queryKey: ANNOUNCEMENTS_KEY });
    },
    texts: { failed: t.failed },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    dialog.onSubmit();
  };
  return (
    <section aria-labelledby="erase-title" className="mt-14 max-w-[560px]">
      <h2 id="erase-title" className="type-1">
        {t.eraseTitle}
      </h2>
      <p className="mt-1 text-sm text-ink-2">{t.eraseText}</p>
      <form noValidate onSubmit={submit} className="keeps-lines mt-4 grid gap-3">
        <DraftNotice draft={dialog.draft} />
        <TextField
          label={t.eraseLabel}
          type="email"
          autoComplete="off"
          error={form.formState.errors.email?.message}
          {...form.register('email')}
        />
        <div>
          <Button type="submit" busy={dialog.busy}>
            {t.erase}
          </Button>
        </div>
      </form>
    </section>
  );
}
