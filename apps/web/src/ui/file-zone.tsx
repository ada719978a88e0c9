import { Upload } from 'lucide-react';
import { type DragEvent, type ReactNode, useId, useState } from 'react';
import { describedBy, FieldMessage } from './field-message.tsx';

interface FileZoneProps {
  readonly label: string;
  /** What goes in: `image/jpeg,image/png`, `.epub`. The picker shows only these; drops are the caller's to check. */
  readonly accept: string;
  /** Words inside: what to do. */
  readonly prompt: string;
  readonly error?: string | undefined;
  readonly hint?: string | undefined;
  readonly disabled?: boolean;
  readonly onFile?: (file: File) => void;
  /** In place of `onFile`: several files go in at once. */
  readonly onFiles?: (files: File[]) => void;
  /** What is chosen already, shown in place of the drawing. */
  readonly children?: ReactNode;
}

/** Dashed zone with a pocket's foot: drop a file, or choose one (look §6, upload). */
export function FileZone({ label, accept, prompt, error, hint, disabled, onFile, onFiles, children }: FileZoneProps) {
  const id = useId();
  const [over, setOver] = useState(false);
  const take = (files: File[]) => {
    const [first] = files;
    if (first && onFiles) onFiles(files);
    else if (first) onFile?.(first);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!disabled) take([...event.dataTransfer.files]);
  };
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      <div
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={`relative flex min-h-20 items-center gap-4 rounded-pocket border-2 border-dashed p-4 has-[:focus-visible]:shadow-(--cb-focus) ${over ? 'border-accent bg-accent-soft' : error ? 'border-danger bg-sheet' : 'border-line-strong bg-sheet'}`}
      >
        {children ?? <Upload aria-hidden="true" className="size-6 shrink-0 text-accent" />}
        <p className="min-w-0 text-sm text-ink-2">{prompt}</p>
        <input
          id={id}
          type="file"
          accept={accept}
          disabled={disabled}
          multiple={onFiles !== undefined}
          {...describedBy({ id, error, hint })}
          onChange={(event) => {
            const files = [...(event.target.files ?? [])];
            // The same file can be chosen again after a mistake.
            event.target.value = '';
            take(files);
          }}
          className="absolute inset-0 cursor-pointer opacity-0 disabled:cursor-not-allowed"
        />
      </div>
      <FieldMessage id={id} error={error} hint={hint} />
    </div>
  );
}
