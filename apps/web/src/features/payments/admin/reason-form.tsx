import { z } from 'zod';
import { TextAreaField } from '../../../ui/forms/text-area-field.tsx';
import { explainedFailures } from '../../admin/admin-mutation.ts';
import { useWorkForm } from '../../admin/work-form.ts';
import { paymentTexts as t } from './texts.ts';

const REASON_MIN = 3;
const REASON_MAX = 500;

interface Reason {
  readonly reason: string;
}

const reasonSchema = z.object({
  reason: z.string().trim().min(REASON_MIN, t.refundReasonShort).max(REASON_MAX, t.refundReasonLong),
});

type ReasonFormOptions<Saved> = Pick<
  Parameters<typeof useWorkForm<Reason, Reason, never, Saved>>[0],
  'name' | 'isMeant' | 'save' | 'onSaved' | 'onFailure' | 'onEnd'
>;

/** The reason of an action that moves money, stored as a draft. Other choices in the dialog are not stored. */
export function useReasonForm<Saved>(options: ReasonFormOptions<Saved>) {
  const { form, dialog } = useWorkForm<Reason, Reason, never, Saved>({
    ...options,
    valuesOf: () => ({ reason: '' }),
    schema: reasonSchema,
    texts: explainedFailures,
  });
  const reasonField = (
    <TextAreaField
      label={t.refundReason}
      hint={t.refundReasonHint}
      error={form.formState.errors.reason?.message}
      {...form.register('reason')}
    />
  );
  return { reasonField, dialog };
}
