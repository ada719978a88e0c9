/** Steps of the quote's size by its length. */
function sizeFor(length: number): string {
  if (length <= 90) return 'text-[7.4cqw]';
  return length <= 200 ? 'text-[6cqw]' : 'text-[4.9cqw]';
}

/** A passage as a slide: paper, seam at the left, «quote». Its letters grow with the card. */
export function QuoteCard({ text }: { readonly text: string }) {
  return (
    <span className="@container block aspect-2/3 w-full overflow-hidden rounded-1 border border-line bg-sheet shadow-cover">
      <span className="flex h-full items-center gap-[5cqw] p-[8cqw] @min-[220px]:px-[16cqw]">
        <span aria-hidden="true" className="seam-y h-3/5 shrink-0 [--seam:var(--cb-accent)]" />
        <span className={`quote leading-[1.35] text-ink ${sizeFor(text.length)}`}>{text}</span>
      </span>
    </span>
  );
}
