import type { PublicShop, ShopIdentity } from '@cuentos/contract/shop';
import { originalWords } from '@cuentos/contract/shop-texts';
import type { SiteFacts } from '@cuentos/contract/ssr';
import { fillWords } from '@cuentos/domain/shop/words';
import { Eye, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useSite } from '../../../lib/page-data.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { buttonClass } from '../../../ui/button-class.ts';
import { Mark } from '../../../ui/mark.tsx';
import { MarkLetters } from '../../../ui/mark-letters.ts';
import { useModal } from '../../../ui/overlays/use-modal.ts';
import { ContactBand } from '../../site/landing/contact-band.tsx';
import { Hero } from '../../site/landing/hero.tsx';
import { AuthorAndFaq, AuthorFigure, ReasonsAndSteps } from '../../site/landing/prose.tsx';
import './preview.css';
import { shopTexts as t } from './texts.ts';

type Ground = 'light' | 'dark';

/** Light or dark, whatever this device prefers. */
function GroundSwitch({ value, onChange }: { readonly value: Ground; readonly onChange: (ground: Ground) => void }) {
  return (
    <fieldset aria-label={t.previewGround} className="flex overflow-hidden rounded-2 border border-line-strong">
      {(['light', 'dark'] as const).map((ground) => (
        <button
          key={ground}
          type="button"
          aria-pressed={ground === value}
          onClick={() => onChange(ground)}
          className="min-h-11 bg-sheet px-3.5 text-sm font-semibold text-ink aria-pressed:bg-accent aria-pressed:text-on-accent"
        >
          {t[ground]}
        </button>
      ))}
    </fieldset>
  );
}

interface GroundProps {
  readonly ground: Ground;
  readonly identity: ShopIdentity;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A piece of the shop in its own colours. */
function Grounded({ ground, identity, className, children }: GroundProps) {
  return (
    <MarkLetters value={identity.mark_letters}>
      <div data-theme={ground} data-accent={identity.accent} className={`bg-paper text-ink ${className ?? ''}`}>
        {children}
      </div>
    </MarkLetters>
  );
}

const factsOf = ({ store_name, author_name, author_noun }: ShopIdentity, site: SiteFacts | null) => ({
  storeName: store_name,
  authorName: author_name,
  authorNoun: author_noun,
  from: t.examplePrice,
  withGoogle: typeof site?.googleClientId === 'string',
});

/** Preview of the identity; on a phone behind a button, not after the whole form. */
export function IdentityPreview({ identity }: { readonly identity: ShopIdentity }) {
  const [open, setOpen] = useState(false);
  const [ground, setGround] = useState<Ground>('light');
  const piece = <IdentityPiece identity={identity} ground={ground} onGround={setGround} />;
  return (
    <>
      <div className="sticky top-4 hidden min-w-0 lg:block">{piece}</div>
      <div className="flex justify-end max-lg:order-first lg:hidden">
        <Button icon={<Eye aria-hidden="true" />} onClick={() => setOpen(true)}>
          {t.previewOpen}
        </Button>
      </div>
      <FullPreview open={open} title={t.preview} onClose={() => setOpen(false)}>
        <div className="p-4">{piece}</div>
      </FullPreview>
    </>
  );
}

interface PieceProps {
  readonly identity: ShopIdentity;
  readonly ground: Ground;
  readonly onGround: (ground: Ground) => void;
}

function IdentityPiece({ identity, ground, onGround }: PieceProps) {
  const { store_name: name, author_name: author, quote } = identity;
  const facts = factsOf(identity, useSite());
  return (
    <section aria-label={t.preview} className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="type-1">{t.preview}</h2>
        <GroundSwitch value={ground} onChange={onGround} />
      </div>
      <Grounded
        ground={ground}
        identity={identity}
        className="overflow-hidden rounded-b-pocket border border-line shadow-sheet"
      >
        <p className="flex items-center gap-3 border-b border-line px-4 py-3 font-serif font-semibold wrap-anywhere">
          <Mark />
          {name}
        </p>
        <div className="grid justify-items-start gap-3 px-4 pt-5">
          <p className="font-serif text-2xl leading-tight font-[560]">{fillWords(originalWords.hero_title, facts)}</p>
          <p className="text-sm text-ink-2 wrap-anywhere">{fillWords(originalWords.hero_lead, facts)}</p>
          <span className={buttonClass({ variant: 'primary' })}>{t.exampleButton}</span>
        </div>
        <div className="relative mt-5 grid place-items-center bg-band py-8 before:absolute before:inset-x-0 before:top-2.5 before:h-0.5 before:bg-[repeating-linear-gradient(90deg,var(--cb-spot)_0_12px,transparent_12px_20px)]">
          <span className="figures bg-spot px-4 py-2 font-serif font-semibold text-on-spot">{t.exampleTag}</span>
        </div>
        <div className="flex items-center gap-4 px-4 py-5">
          <div className="w-16 shrink-0 [&>*]:h-auto [&>*]:w-full">
            <AuthorFigure picture={identity.portrait} name={author} />
          </div>
          <div className="min-w-0 wrap-anywhere">
            {quote !== '' && <p className="quote leading-snug">«{quote.replace(/\.$/, '')}».</p>}
            {author !== '' && <p className="mt-1 text-sm font-semibold">{author}</p>}
          </div>
        </div>
      </Grounded>
      <SmallPieces identity={identity} />
    </section>
  );
}

/** The logo alone, in a link's picture, and at the head of a mail. */
function SmallPieces({ identity }: { readonly identity: ShopIdentity }) {
  const { store_name: name, author_name: author } = identity;
  return (
    <div className="flex flex-wrap gap-4 text-xs text-ink-3">
      <SmallPiece identity={identity} caption={t.icon}>
        <span className="grid size-14 place-items-center border border-line bg-sheet">
          <Mark />
        </span>
      </SmallPiece>
      <SmallPiece identity={identity} caption={t.sharePicture}>
        <span className="flex h-14 w-27 items-center gap-2 bg-band p-1.5 text-on-band">
          <span className="h-full w-7.5 shrink-0 bg-spot" />
          <span className="grid min-w-0 font-serif text-[0.5625rem] leading-tight">
            <span className="line-clamp-2 font-semibold">{name}</span>
            <span className="truncate">{author}</span>
          </span>
        </span>
      </SmallPiece>
      <SmallPiece identity={identity} caption={t.mailHead}>
        <span className="flex h-14 items-center gap-2 border border-line bg-sheet px-3 text-sm font-semibold text-ink">
          <Mark size={22} />
          <span className="truncate">{name}</span>
        </span>
      </SmallPiece>
    </div>
  );
}

interface SmallPieceProps {
  readonly identity: ShopIdentity;
  readonly caption: string;
  readonly children: ReactNode;
}

function SmallPiece({ identity, caption, children }: SmallPieceProps) {
  return (
    <figure className="grid min-w-0 justify-items-start gap-2">
      <Grounded ground="light" identity={identity} className="max-w-full min-w-0 bg-transparent! text-inherit!">
        {children}
      </Grounded>
      <figcaption>{caption}</figcaption>
    </figure>
  );
}

/** The landing page with the typed texts. */
export function LandingPreview({ identity, words }: PublicShop) {
  const [open, setOpen] = useState(false);
  const [ground, setGround] = useState<Ground>('light');
  const facts = factsOf(identity, useSite());
  return (
    <>
      <Button icon={<Eye aria-hidden="true" />} onClick={() => setOpen(true)}>
        {t.previewLanding}
      </Button>
      <FullPreview
        open={open}
        title={t.previewLandingTitle}
        switcher={<GroundSwitch value={ground} onChange={setGround} />}
        onClose={() => setOpen(false)}
      >
        <Grounded ground={ground} identity={identity}>
          <div inert>
            <Hero covers={[]} words={words} facts={facts} />
            <ReasonsAndSteps words={words} facts={facts} />
            <AuthorAndFaq identity={identity} words={words} facts={facts} />
            <ContactBand words={words} facts={facts} />
          </div>
        </Grounded>
      </FullPreview>
    </>
  );
}

interface FullPreviewProps {
  readonly open: boolean;
  readonly title: string;
  readonly switcher?: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The whole window, with a bar that closes it. */
function FullPreview({ open, title, switcher, onClose, children }: FullPreviewProps) {
  const ref = useModal({ open, onClose });
  return (
    <dialog
      ref={ref}
      aria-label={title}
      className="m-0 h-dvh max-h-none w-full max-w-none bg-paper p-0 text-ink backdrop:bg-(--cb-scrim)"
    >
      {open && (
        <>
          <div className="sticky top-0 z-10 flex flex-wrap items-center justify-between gap-3 border-b border-line bg-sheet px-4 py-2">
            <p className="font-semibold">{title}</p>
            <div className="flex items-center gap-2">
              {switcher}
              <IconButton label={t.previewClose} icon={<X />} onClick={onClose} />
            </div>
          </div>
          {/* Scrolls by the keyboard too, though nothing in it can be pressed. */}
          {/* oxlint-disable-next-line no-noninteractive-tabindex */}
          <section aria-label={title} tabIndex={0}>
            {children}
          </section>
        </>
      )}
    </dialog>
  );
}
