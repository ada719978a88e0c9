import type { ComponentProps } from 'react';
import type { FormDraft } from '../../device/form-drafts.ts';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';

type WorkDialogProps = ComponentProps<typeof FormDialog> & {
  /** Keeps what is written: no form of the working area is without. */
  readonly draft: FormDraft;
};

/** A form of the working area in a dialog. */
export function WorkDialog(props: WorkDialogProps) {
  return <FormDialog {...props} />;
}

/** Names the draft of a form by what it changes; without that it makes something new. */
export const draftName = (form: string, id: string | null | undefined): string => `${form}:${id ?? 'new'}`;
