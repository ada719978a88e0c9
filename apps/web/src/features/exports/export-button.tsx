import type { ExportKind } from '@cuentos/domain/exports/export-permission';
import { FileDown } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { session } from '../../lib/api/session.ts';
import { Button } from '../../ui/button.tsx';
import { exportTexts as t } from './texts.ts';

const ExportDialog = lazy(async () => ({ default: (await import('./export-dialog.tsx')).ExportDialog }));

interface ExportButtonProps {
  readonly bookName: string;
  readonly part: { readonly id: string; readonly name: string };
  /** Kinds of files that the reader may download; without any the button is absent. */
  readonly kinds: readonly ExportKind[] | undefined;
}

/** 'Llévate el libro' beside a part that the reader owns. */
export function ExportButton({ bookName, part, kinds }: ExportButtonProps) {
  const [isOpen, setOpen] = useState(false);
  if (!kinds || kinds.length === 0) return null;
  return (
    <>
      <Button
        variant="quiet"
        full
        icon={<FileDown aria-hidden="true" />}
        aria-label={t.openNamed(part.name)}
        onClick={() => setOpen(true)}
      >
        {t.open}
      </Button>
      {isOpen && (
        <Suspense>
          <ExportDialog
            bookName={bookName}
            part={part}
            kinds={kinds}
            readerName={session.claims()?.name ?? null}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
