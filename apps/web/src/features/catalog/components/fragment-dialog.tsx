import { Dialog } from '../../../ui/dialog.tsx';
import { catalogTexts as t } from '../texts.ts';

interface FragmentDialogProps {
  readonly name: string;
  readonly fragment: string;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The featured excerpt, quoted. */
export function FragmentDialog({ name, fragment, open, onClose }: FragmentDialogProps) {
  const paragraphs = t.quote(fragment).split(/\n+/);
  return (
    <Dialog open={open} onClose={onClose} label={t.seeFragmentOf(name)} caption={name} width="reading">
      <blockquote className="quote grid gap-3 text-xl leading-normal">
        {paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </blockquote>
    </Dialog>
  );
}
