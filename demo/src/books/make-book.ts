import type { DemoBook, DemoPart } from '../catalogue-types.ts';

type PartFields = Omit<DemoPart, 'image' | 'presale' | 'isDraft' | 'hasEbook'> &
  Partial<Pick<DemoPart, 'presale' | 'isDraft' | 'hasEbook'>>;

type BookFields = Omit<DemoBook, 'cover' | 'backCover' | 'isDraft' | 'parts'> & {
  readonly isDraft?: boolean;
  readonly parts: readonly PartFields[];
};

/** Completes a book with its file names and with the usual state: active, without presale, with ebook. */
export function makeBook({ isDraft = false, parts, ...fields }: BookFields): DemoBook {
  return {
    ...fields,
    isDraft,
    cover: `${fields.slug}.svg`,
    backCover: `${fields.slug}-contra.svg`,
    parts: parts.map((part) => ({
      presale: null,
      isDraft: false,
      hasEbook: true,
      ...part,
      image: `${fields.slug}--${part.slug}.svg`,
    })),
  };
}
