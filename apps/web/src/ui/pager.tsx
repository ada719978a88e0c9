import { Button } from './button.tsx';
import { listTexts as t } from './list-texts.ts';
import { PageSizeSelect } from './page-size-select.tsx';

interface PagerProps {
  /** What is paged: a screen may hold two lists. */
  readonly label: string;
  /** From 0. */
  readonly page: number;
  readonly size: number;
  readonly sizes: readonly number[];
  readonly isLoading: boolean;
  readonly canNext: boolean;
  readonly canPrevious: boolean;
  /** An empty last page was stepped back from. */
  readonly reachedEnd: boolean;
  readonly onSize: (size: number) => void;
  readonly onNext: () => void;
  readonly onPrevious: () => void;
}

/** 'Mostrar', 'Anterior', 'Página N', 'Siguiente'. */
export function Pager({
  label,
  page,
  size,
  sizes,
  isLoading,
  canNext,
  canPrevious,
  reachedEnd,
  onSize,
  onNext,
  onPrevious,
}: PagerProps) {
  return (
    <nav aria-label={t.pages(label)} className="flex flex-wrap items-center justify-between gap-3 pt-4 text-sm">
      <PageSizeSelect size={size} sizes={sizes} onSize={onSize} />
      <div className="flex flex-wrap items-center gap-3 max-md:w-full max-md:justify-between">
        <Button disabled={!canPrevious} onClick={onPrevious}>
          {t.previous}
        </Button>
        <output className="figures grid min-w-20 justify-items-center text-center">
          <span>{isLoading ? t.loading : t.page(page)}</span>
          {reachedEnd && !isLoading && <span className="text-xs text-ink-3">{t.noMore}</span>}
        </output>
        <Button disabled={!canNext} onClick={onNext}>
          {t.next}
        </Button>
      </div>
    </nav>
  );
}
