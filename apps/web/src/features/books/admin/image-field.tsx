import type { Picture } from '@cuentos/contract/books';
import { limits } from '@cuentos/contract/limits';
import { type Ref, type SyntheticEvent, useState } from 'react';
import { formatNumber } from '../../../lib/formats.ts';
import { FileZone } from '../../../ui/forms/file-zone.tsx';
import { ask } from '../../../ui/overlays/confirm.ts';
import { shrinkPicture } from '../../admin/shrink-picture.ts';
import { useLastChoice } from '../../admin/use-last-choice.ts';
import { useObjectUrl } from '../../admin/use-object-url.ts';
import { coverDoubt, IMAGE_TYPES, imageFault } from './uploads.ts';
import { bookTexts as t } from './texts.ts';

interface ImageFieldProps {
  readonly label: string;
  /** The newly chosen picture. */
  readonly file: File | null;
  /** Address of the saved picture. */
  readonly picture: Picture | null;
  readonly error?: string | undefined;
  readonly inputRef: Ref<HTMLInputElement>;
  /** Called with null when the chosen file turned out to be unusable. */
  readonly onFile: (file: File | null) => void;
}

/** A field for a picture by drop or picker, with its preview. */
export function ImageField({ label, file, picture, error, inputRef, onFile }: ImageFieldProps) {
  const [fault, setFault] = useState<string | null>(null);
  const url = useObjectUrl(file);
  const src = url ?? picture?.src;
  const refuse = (why: string) => {
    setFault(why);
    onFile(null);
  };
  const choose = useLastChoice();
  const take = async (picture: File, isLarge?: boolean) => {
    const choice = choose();
    const ready = await shrinkPicture(picture, isLarge);
    if (choice.aborted) return;
    if (ready) onFile(ready);
    else refuse(t.imageUnusable);
  };
  const measure = ({
    currentTarget: { naturalWidth: width, naturalHeight: height },
  }: SyntheticEvent<HTMLImageElement>) => {
    if (!url || !file) return;
    if (width * height > limits.imagePixels) void take(file, true);
    else {
      const choice = choose();
      void isWanted(width, height).then((isAccepted) => isAccepted || choice.aborted || onFile(null));
    }
  };
  return (
    <FileZone
      label={label}
      accept={IMAGE_TYPES}
      prompt={src ? t.imageReplace : t.imagePrompt}
      error={fault ?? error}
      inputRef={inputRef}
      onFile={(picture) => {
        const wrong = imageFault(picture);
        setFault(wrong);
        if (wrong === null) void take(picture);
        else choose();
      }}
    >
      {src && (
        <img
          src={src}
          alt={t.imageAlt(label)}
          onLoad={measure}
          onError={() => url && refuse(t.imageUnusable)}
          className="block aspect-2/3 w-16 shrink-0 rounded-1 bg-sunken object-cover shadow-cover"
        />
      )}
    </FileZone>
  );
}

/** Asks about a cover of an unusual shape, or one too small to be sharp. */
async function isWanted(width: number, height: number): Promise<boolean> {
  const doubt = coverDoubt(width, height);
  if (doubt === null) return true;
  const size: [string, string] = [formatNumber(width), formatNumber(height)];
  return ask({
    title: t.coverAsk,
    message: doubt === 'shape' ? t.coverShape(...size) : t.coverSmall(...size),
    confirm: t.coverMeant,
    cancel: t.coverOther,
  });
}
