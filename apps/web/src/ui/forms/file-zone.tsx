import { Upload } from 'lucide-react';
import { type DragEvent, type ReactNode, type Ref, useEffect, useId, useState } from 'react';
import { FieldMessage } from './field-message.tsx';
import { describedBy } from './described-by.ts';

interface FileZoneProps {
  readonly label: string;
  /**
   * Accepted types: `image/jpeg,image/png`, `.epub`. Only the picker enforces them; the caller checks dropped files.
   */
  readonly accept: string;
  /** Instruction inside the zone. */
  readonly prompt: string;
  readonly error?: string | undefined;
  readonly hint?: string | undefined;
  readonly disabled?: boolean;
  readonly onFile?: (file: File) => void;
  /** Ref of the input, which a form focuses when the file has an error. */
  readonly inputRef?: Ref<HTMLInputElement>;
  /** Handler of several files at once, in place of `onFile`. */
  readonly onFiles?: (files: File[]) => void;
  /** The chosen file, shown in place of the drawing. */
  readonly children?: ReactNode;
}

/** Dashed zone shaped like a pocket, for dropping or choosing a file. */
export function FileZone(props: FileZoneProps) {
  const { label, accept, prompt, error, hint, disabled, inputRef, onFile, onFiles, children } = props;
  const id = useId();
  useDropsBeside();
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
          ref={inputRef}
          type="file"
          accept={accept}
          disabled={disabled}
          multiple={onFiles !== undefined}
          {...describedBy({ id, error, hint })}
          onChange={(event) => {
            const files = [...(event.target.files ?? [])];
            // Clears the field, so that the same file can be chosen again.
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

/**
 * Ignores a file dropped beside the zone, because the browser would open it in place of the page and its unsaved
 * fields.
 */
function useDropsBeside(): void {
  useEffect(() => {
    const hold = (event: globalThis.DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
    };
    addEventListener('dragover', hold);
    addEventListener('drop', hold);
    return () => {
      removeEventListener('dragover', hold);
      removeEventListener('drop', hold);
    };
  }, []);
}
