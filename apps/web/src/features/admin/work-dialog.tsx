import type { ComponentProps } from 'react';
import type { FormDraft } from '../../device/form-drafts.ts';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';

type WorkDialogProps = ComponentProps<typeof FormDialog> & {
  /** The form's draft: each form of the working area has one. */
  readonly draft: FormDraft;
};

/** A form of the working area in a dialog. */
export function WorkDialog(props: WorkDialogProps) {
  return <FormDialog {...props} />;
}

/** Object that the form changes, which names its draft; absent for a new one. */
export const draftName = (form: string, id: string | null | undefined): string => `${form}:${id ?? 'new'}`;
