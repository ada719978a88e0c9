import { buttonClass } from '../../../ui/button-class.ts';
import { EmptyPocketDrawing } from '../../../ui/pictures/drawings.tsx';
import { EmptyState } from '../../../ui/lists/empty-state.tsx';
import { siteTexts as t } from '../texts.ts';

/** Shown instead of the shelf while there are no books. */
export function ComingSoon() {
  return (
    <EmptyState
      drawing={<EmptyPocketDrawing />}
      title={t.comingSoon}
      text={t.comingSoonText}
      action={
        <a href="#contacto" className={buttonClass({ variant: 'primary' })}>
          {t.leaveEmail}
        </a>
      }
    />
  );
}
