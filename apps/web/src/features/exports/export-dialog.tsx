import type { ExportKind } from '@cuentos/domain/exports/export-permission';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { fileNameOf, takePart } from './take-part.ts';
import { exportTexts as t } from './texts.ts';

interface ExportDialogProps {
  readonly bookName: string;
  readonly part: { readonly id: string; readonly name: string };
  readonly kinds: readonly ExportKind[];
  /** The reader's name; null while unknown. */
  readonly readerName: string | null;
  readonly onClose: () => void;
}

type Progress = { readonly received: number; readonly total: number };
type State =
  | { readonly name: 'choosing' }
  /** `isWhole`: no note of this device is missing. */
  | { readonly name: 'done'; readonly isWhole: boolean }
  | { readonly name: 'running'; readonly progress: Progress }
  | { readonly name: 'failed'; readonly text: string };

/** Explains what a file of the part contains, then downloads it. */
export function ExportDialog({ bookName, part, kinds, readerName, onClose }: ExportDialogProps) {
  const { state, take, cancel } = useTaking(bookName, part);
  const isRunning = state.name === 'running';
  return (
    <Dialog open onClose={onClose} label={t.title} caption={<h2 className="type-1 text-ink">{t.title}</h2>} sheet>
      <div className="grid gap-3 text-sm text-ink-2">
        <p className="[overflow-wrap:anywhere]">{t.text(part.name)}</p>
        <p className="[overflow-wrap:anywhere]">{t.exLibris(readerName)}</p>
        <p>{t.opened}</p>
      </div>
      {isRunning ? (
        <Running progress={state.progress} onCancel={cancel} />
      ) : (
        <div className="mt-5 grid gap-4">
          {kinds.map((kind, index) => (
            <div key={kind}>
              <Button full variant={index === 0 ? 'primary' : 'secondary'} onClick={() => void take(kind)}>
                {t.kinds[kind].label}
              </Button>
              <p className="mt-1.5 text-xs text-ink-3">{t.kinds[kind].hint}</p>
            </div>
          ))}
        </div>
      )}
      <output className="mt-4 block text-sm font-semibold text-ok empty:hidden">
        {state.name === 'done' ? t.done(state.isWhole) : ''}
      </output>
      <p role="alert" className="mt-4 text-sm font-semibold text-danger empty:hidden">
        {state.name === 'failed' ? state.text : ''}
      </p>
    </Dialog>
  );
}

function Running({ progress, onCancel }: { readonly progress: Progress; readonly onCancel: () => void }) {
  const { received, total } = progress;
  const label = total > 0 ? t.received(received, total) : t.preparing;
  return (
    <div className="mt-5 grid gap-4">
      <ProgressBar percent={total > 0 ? (received / total) * 100 : 0} label={label} name={t.progress} />
      <Button full onClick={onCancel}>
        {t.cancel}
      </Button>
    </div>
  );
}

/** Runs one download at a time; closing the dialog aborts it. */
function useTaking(bookName: string, part: ExportDialogProps['part']) {
  const [state, setState] = useState<State>({ name: 'choosing' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const take = async (kind: ExportKind): Promise<void> => {
    const controller = new AbortController();
    running.current = controller;
    setState({ name: 'running', progress: { received: 0, total: 0 } });
    try {
      const isWhole = await takePart({
        partId: part.id,
        kind,
        fileName: fileNameOf(bookName, part.name, kind),
        signal: controller.signal,
        onProgress: (received, total) => setState({ name: 'running', progress: { received, total } }),
      });
      setState({ name: 'done', isWhole });
    } catch (error) {
      if (controller.signal.aborted) setState({ name: 'choosing' });
      else setState({ name: 'failed', text: sentenceOf(error) });
    }
  };
  return { state, take, cancel: () => running.current?.abort() };
}

/** The server's sentence for a refusal; for other failures, that the download failed. */
function sentenceOf(error: unknown): string {
  return error instanceof ApiError && error.status > 0 && error.status < 500 && error.detail ? error.detail : t.failed;
}
