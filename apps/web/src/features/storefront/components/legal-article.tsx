import { useSite } from '../../../lib/page-data.ts';
import { legalTexts, type LegalPage } from '../legal-texts.ts';

/** A static page of five sections, set as a page of a book. */
export function LegalArticle({ page }: { readonly page: LegalPage }) {
  return (
    <article className="wrap pt-10 pb-24 font-(family-name:--cb-font-steady) lg:pt-16">
      <h1 className="type-3 max-w-[14em]">{page.title}</h1>
      <p className="mt-3 max-w-[34em] text-[clamp(1.0625rem,1rem+0.3vw,1.25rem)] leading-[1.6] text-ink-2">
        {page.lead}
      </p>
      <ol className="mt-10 border-b border-line lg:mt-14">
        {page.sections.map((section, index) => (
          <li
            key={section.title}
            className="grid gap-x-10 gap-y-3 border-t border-line py-7 lg:grid-cols-[4fr_8fr] lg:py-9"
          >
            <h2 className="type-1 flex gap-3">
              <span aria-hidden="true" className="figures text-ink-3">
                {index + 1}
              </span>
              {section.title}
            </h2>
            <div className="grid max-w-[62ch] gap-4 text-ink-2">
              {section.paragraphs.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </div>
          </li>
        ))}
      </ol>
      <SellerFacts />
    </article>
  );
}

function SellerFacts() {
  const seller = useSite()?.seller;
  const facts = [
    seller?.seller_name,
    seller?.seller_tax_id && `${legalTexts.taxId} ${seller.seller_tax_id}`,
    seller?.seller_address,
    seller?.contact_email,
  ].filter(Boolean);
  if (facts.length === 0) return null;
  return (
    <p className="mt-8 text-sm text-ink-3">
      {legalTexts.seller}: {facts.join(', ')}.
    </p>
  );
}
