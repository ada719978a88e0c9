/** Placeholder of a pocket card while its contents load. */
export function CardSkeleton() {
  return (
    <div className="pocket-card">
      <div className="pocket-cover">
        <div className="skeleton aspect-2/3 w-full" />
      </div>
      <div className="pocket-tray">
        <div className="skeleton h-3.5 w-3/5" />
        <div className="skeleton h-[18px]" />
        <div className="skeleton mt-auto h-11" />
      </div>
    </div>
  );
}
