interface SwatchProps {
  readonly colour: string;
  readonly small?: boolean;
}

/** A highlight's colour as a small pocket. */
export function Swatch({ colour, small = false }: SwatchProps) {
  return (
    <span
      aria-hidden="true"
      style={{ background: `var(--rd-hl-${/^[a-z]+$/.test(colour) ? colour : 'yellow'}, var(--rd-hl-yellow))` }}
      className={`block shrink-0 border border-[color-mix(in_srgb,var(--rd-text)_45%,transparent)] ${small ? 'size-5 rounded-b-[7px]' : 'size-7 rounded-b-[9px]'}`}
    />
  );
}
