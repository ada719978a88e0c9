/** The ribbon at the corner of a bookmarked page, shaped like a pocket. */
export function BookmarkRibbon() {
  return (
    <svg
      data-bookmark-ribbon=""
      aria-hidden="true"
      viewBox="0 0 18 84"
      className="pointer-events-none absolute top-0 right-5 z-10 h-[84px] w-[18px] md:right-10 md:h-[94px]"
      preserveAspectRatio="xMidYMax slice"
    >
      <path d="M0 0H18V76L9 84L0 76Z" fill="var(--rd-text)" />
      <path
        d="M4 0V73L9 78L14 73V0"
        fill="none"
        stroke="var(--rd-bg)"
        strokeWidth="1.5"
        strokeDasharray="5 3.500"
        strokeLinecap="round"
      />
    </svg>
  );
}
