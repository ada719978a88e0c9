import { BookUp, X } from 'lucide-react';
import { formatPercent } from '../../../lib/format-percent.ts';
import { formatBytes } from '../../../lib/formats.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { SeamProgress } from '../../../ui/seam-progress.tsx';
import { ebookTexts as t } from '../ebook-texts.ts';
import type { UploadState } from '../use-upload.ts';

interface UploadProgressProps {
  readonly state: Extract<UploadState, { readonly step: 'sending' | 'checking' }>;
  readonly onStop: () => void;
}

/** A file on its way: name, bytes, seam, cancel; then the check. */
export function UploadProgress({ state, onStop }: UploadProgressProps) {
  const { file } = state;
  const percent = state.step === 'checking' ? 100 : (state.sent / Math.max(1, state.total)) * 100;
  return (
    <div className="rounded-pocket border-2 border-dashed border-line-strong bg-sheet p-4">
      <div className="flex items-start gap-3">
        <BookUp aria-hidden="true" className="mt-1 size-5 shrink-0 text-accent" />
        <div className="min-w-0 flex-1">
          <p className="font-semibold [overflow-wrap:anywhere]">{file.name}</p>
          <p className="figures text-sm text-ink-2">
            {state.step === 'checking' ? t.checking : t.sending(formatBytes(state.sent), formatBytes(state.total))}
          </p>
        </div>
        <IconButton label={t.stop} icon={<X />} onClick={onStop} className="-mt-1.5 -mr-1.5" />
      </div>
      {state.step === 'checking' ? (
        <span aria-hidden="true" className="seam-x seam-busy mt-3 block [--seam:var(--cb-accent)]" />
      ) : (
        <div className="mt-2">
          <SeamProgress percent={percent} label={formatPercent(percent)} name={t.progress(file.name)} />
        </div>
      )}
      <output className="sr-only">{state.step === 'checking' ? t.checking : ''}</output>
    </div>
  );
}
