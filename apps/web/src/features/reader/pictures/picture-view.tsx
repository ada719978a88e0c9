import type { ImageTap } from '@cuentos/epub/render/annotation-types';
import { Maximize, Minus, Plus, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { uiTexts } from '../../../ui/texts.ts';
import { useModal } from '../../../ui/use-modal.ts';
import { pictureTexts as t } from './texts.ts';
import { useZoom } from './use-zoom.ts';
import { LARGEST, STEP } from './zoom.ts';

interface PictureViewProps {
  readonly picture: ImageTap;
  readonly onClose: () => void;
}

/** A picture of the book over the whole screen, to be looked at closely; its description is the caption. */
export function PictureView({ picture, onClose }: PictureViewProps) {
  const dialog = useModal({ onClose });
  const frame = useRef<HTMLDivElement>(null);
  const image = useRef<HTMLImageElement>(null);
  const { view, handlers, onKeyDown, zoomBy, reset } = useZoom(frame, image);
  const src = useSource(picture);
  return (
    // Keys are for the picture, wherever in the view the focus is.
    // oxlint-disable-next-line no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      aria-label={t.title}
      onKeyDown={onKeyDown}
      className="dialog-motion m-0 size-full max-h-none max-w-none grid-rows-[56px_minmax(0,1fr)_auto] bg-(--rd-chrome) p-0 text-(--rd-text) open:grid"
    >
      <div className="flex items-center justify-end gap-1 border-b border-(--rd-line) px-1.5">
        <IconButton label={t.smaller} icon={<Minus />} disabled={view.scale <= 1} onClick={() => zoomBy(1 / STEP)} />
        <span className="figures w-12 text-center text-[0.8125rem] font-semibold">
          {Math.round(view.scale * 100)}
          {'\u202F%'}
        </span>
        <IconButton label={t.larger} icon={<Plus />} disabled={view.scale >= LARGEST} onClick={() => zoomBy(STEP)} />
        <IconButton label={t.whole} icon={<Maximize />} disabled={view.scale <= 1} onClick={reset} />
        <IconButton label={uiTexts.close} icon={<X />} className="ml-auto" onClick={onClose} />
      </div>
      <div
        ref={frame}
        {...handlers}
        className={`grid touch-none place-items-center overflow-hidden select-none ${view.scale > 1 ? 'cursor-grab' : 'cursor-zoom-in'}`}
      >
        {src !== null && (
          <img
            ref={image}
            src={src}
            alt={picture.alt || t.unnamed}
            draggable={false}
            // A drawing may have no size of its own.
            className={`bg-white object-contain ${picture.svg === null ? 'max-h-full max-w-full' : 'size-full'}`}
            style={{ transform: `translate(${view.x}px,${view.y}px) scale(${view.scale})` }}
          />
        )}
      </div>
      {picture.alt !== '' && (
        <p
          aria-hidden="true"
          className="max-h-[22dvh] overflow-y-auto border-t border-(--rd-line) px-5 py-3 text-center text-sm leading-5 text-(--rd-text)"
        >
          {picture.alt}
        </p>
      )}
    </dialog>
  );
}

/** The picture's address; a drawing becomes a picture, in which nothing of it can run. */
function useSource({ src, svg }: ImageTap): string | null {
  const [drawing] = useState(() => svg && URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' })));
  useEffect(
    () => () => {
      if (drawing !== null) URL.revokeObjectURL(drawing);
    },
    [drawing],
  );
  return src ?? drawing;
}
