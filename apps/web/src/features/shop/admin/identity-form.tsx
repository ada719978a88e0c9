import type { Picture } from '@cuentos/contract/books';
import { limits } from '@cuentos/contract/limits';
import { adminUploadPortrait, type ShopIdentity, shopLimits } from '@cuentos/contract/shop';
import { type AccentName, accentNames, accents } from '@cuentos/domain/shop/accents';
import { type AuthorNoun, authorNouns, markLettersOf } from '@cuentos/domain/shop/words';
import { graphemeCount } from '@cuentos/domain/text/graphemes';
import { ImageIcon, Plus, Trash2, Upload } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { ApiError } from '../../../lib/api/api-error.ts';
import { formatBytes, formatNumber } from '../../../lib/formats.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { FieldMessage } from '../../../ui/forms/field-message.tsx';
import { SelectField } from '../../../ui/forms/select-field.tsx';
import { TextAreaField } from '../../../ui/forms/text-area-field.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { adminCall } from '../../admin/admin-call.ts';
import { isTold } from '../../admin/admin-mutation.ts';
import { shrinkPicture } from '../../admin/shrink-picture.ts';
import { useLastChoice } from '../../admin/use-last-choice.ts';
import type { SectionEditor } from './section-editor.ts';
import { IdentityPreview } from './shop-preview.tsx';
import { shopTexts as t } from './texts.ts';

type Editing = SectionEditor<'identity'>;

/** Names, portrait, quote, contact and colour, with a preview of the shop beside them. */
export function IdentityForm({ editor }: { readonly editor: Editing }) {
  return (
    <div className="grid gap-x-10 gap-y-4 lg:grid-cols-2 lg:items-start lg:gap-14">
      <div className="grid min-w-0">
        <Names {...editor} />
        <FormPart title={t.portrait}>
          <PortraitField
            picture={editor.value.portrait}
            error={editor.errors['portrait']}
            onPicture={(picture) => editor.change({ portrait: picture })}
          />
        </FormPart>
        <QuoteAndBiography {...editor} />
        <Contact {...editor} />
        <Colour value={editor.value.accent} onChange={(accent) => editor.change({ accent })} />
      </div>
      <IdentityPreview identity={editor.value} />
    </div>
  );
}

interface FormPartProps {
  readonly title: string;
  readonly text?: string;
  /** Element id for links to it. */
  readonly id?: string;
  /** Content at the right of the title. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A titled part of a form, ruled off from the one above. */
export function FormPart({ title, text, id, aside, children }: FormPartProps) {
  const own = useId();
  return (
    <section
      id={id}
      aria-labelledby={own}
      className="grid scroll-mt-4 gap-4 border-line py-7 not-first:border-t first:pt-0"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <div>
          <h2 id={own} className="type-1">
            {title}
          </h2>
          {text && <p className="mt-1 text-sm text-ink-2">{text}</p>}
        </div>
        {aside}
      </div>
      {children}
    </section>
  );
}

function Names({ value, errors, change }: Editing) {
  return (
    <FormPart title={t.names}>
      <div className="grid gap-4 sm:grid-cols-[2fr_1fr]">
        <TextField
          label={t.storeName}
          value={value.store_name}
          error={errors['store_name']}
          onChange={({ target }) => {
            // Suggests the mark from the name until an admin types other letters.
            const isSuggested = value.mark_letters === markLettersOf(value.store_name);
            const letters = isSuggested ? { mark_letters: markLettersOf(target.value) } : {};
            change({ store_name: target.value, ...letters });
          }}
        />
        <TextField
          label={t.markLetters}
          value={value.mark_letters}
          maxLength={8}
          hint={t.markHint}
          error={errors['mark_letters']}
          onChange={({ target }) => change({ mark_letters: target.value })}
        />
      </div>
      <TextField
        label={t.authorName}
        value={value.author_name}
        error={errors['author_name']}
        onChange={({ target }) => change({ author_name: target.value })}
      />
      <SelectField
        label={t.authorNoun}
        value={value.author_noun}
        onChange={({ target }) => change({ author_noun: target.value as AuthorNoun })}
      >
        {authorNouns.map((noun) => (
          <option key={noun} value={noun}>
            {t.nouns[noun]}
          </option>
        ))}
      </SelectField>
    </FormPart>
  );
}

interface PortraitFieldProps {
  readonly picture: Picture | null;
  readonly error: string | undefined;
  readonly onPicture: (picture: Picture | null) => void;
}

/** Uploads a portrait, unless another one is chosen meanwhile. @returns the fault; undefined when there is none */
async function upload(
  file: File,
  signal: AbortSignal,
  onPicture: (picture: Picture) => void,
): Promise<string | undefined> {
  if (file.size > limits.imageBytesChosen) return t.portraitTooLarge(formatBytes(file.size));
  try {
    const small = await shrinkPicture(file);
    if (!small) return t.portraitUnusable;
    signal.throwIfAborted();
    const form = new FormData();
    form.set('portrait', small);
    const stored = await adminCall(adminUploadPortrait, { multipart: form, handles: 'all', signal });
    if (!signal.aborted) onPicture(stored);
    return undefined;
  } catch (failure) {
    if (isTold(failure)) return undefined;
    const isRefused =
      failure instanceof ApiError && ['image_refused', 'payload_too_large'].includes(failure.code ?? '');
    return isRefused ? failure.detail || t.portraitUnusable : t.portraitFailed;
  }
}

/** Uploads a portrait at once; readers see it when the section is published. */
function usePortraitUpload(onPicture: (picture: Picture) => void) {
  const [upcoming, setUpcoming] = useState<AbortSignal | null>(null);
  const [fault, setFault] = useState<string>();
  const choose = useLastChoice();
  const send = async (file: File) => {
    const choice = choose();
    setFault(undefined);
    setUpcoming(choice);
    const faultText = await upload(file, choice, onPicture);
    // Another picture is being uploaded, and shows its own result.
    if (choice.aborted) return;
    setUpcoming(null);
    setFault(faultText);
  };
  return { busy: upcoming !== null, fault, send };
}

function PortraitField({ picture, error, onPicture }: PortraitFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { busy, fault, send } = usePortraitUpload(onPicture);
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-5">
        <PortraitFrame picture={picture} />
        <div className="grid min-w-[min(14rem,100%)] flex-1 content-start gap-3">
          <p id={`${id}-about`} className="text-sm text-ink-2">
            {t.portraitText}
          </p>
          <div className="flex flex-wrap gap-2">
            <Button
              busy={busy}
              icon={<Upload aria-hidden="true" />}
              aria-describedby={fault || error ? `${id}-error` : `${id}-about`}
              onClick={() => input.current?.click()}
            >
              {picture ? t.portraitChange : t.portraitChoose}
            </Button>
            {picture && (
              <Button variant="quiet" onClick={() => onPicture(null)}>
                {t.portraitRemove}
              </Button>
            )}
          </div>
          <input
            ref={input}
            type="file"
            hidden
            aria-label={t.portraitChoose}
            accept="image/jpeg,image/png,image/webp"
            onChange={({ target }) => {
              const file = target.files?.[0];
              // Clears the field, so that the same file can be chosen again.
              target.value = '';
              if (file) void send(file);
            }}
          />
        </div>
      </div>
      <output>
        <FieldMessage id={id} error={fault ?? error} />
      </output>
    </div>
  );
}

function PortraitFrame({ picture }: { readonly picture: Picture | null }) {
  return (
    <span className="grid h-28 w-24 shrink-0 place-items-center rounded-b-pocket border-2 border-dashed border-line-strong bg-sunken text-ink-2">
      {picture ? (
        <img
          src={picture.src}
          alt={t.portraitAlt}
          className="h-full w-full object-cover [clip-path:polygon(0_0,100%_0,100%_80%,50%_100%,0_80%)]"
        />
      ) : (
        <ImageIcon aria-hidden="true" className="size-5" />
      )}
    </span>
  );
}

function QuoteAndBiography({ value, errors, change }: Editing) {
  const used = (text: string) => formatNumber(graphemeCount(text));
  return (
    <FormPart title={t.quoteTitle}>
      <TextAreaField
        label={t.quote}
        value={value.quote}
        error={errors['quote']}
        hint={t.quoteHint(used(value.quote), formatNumber(shopLimits.quote))}
        onChange={({ target }) => change({ quote: target.value })}
      />
      <TextAreaField
        label={t.biography}
        rows={5}
        value={value.biography}
        error={errors['biography']}
        hint={t.biographyHint(used(value.biography), formatNumber(shopLimits.biography))}
        onChange={({ target }) => change({ biography: target.value })}
      />
    </FormPart>
  );
}

function Contact({ value, errors, change }: Editing) {
  const { links } = value;
  const set = (at: number, fields: Partial<ShopIdentity['links'][number]>) =>
    change({ links: links.map((link, index) => (index === at ? { ...link, ...fields } : link)) });
  return (
    <FormPart title={t.contactTitle}>
      <TextField
        label={t.contactEmail}
        hint={t.contactEmailHint}
        type="email"
        value={value.contact_email ?? ''}
        error={errors['contact_email']}
        onChange={({ target }) => change({ contact_email: target.value === '' ? null : target.value })}
      />
      {links.map((link, at) => (
        <div
          // oxlint-disable-next-line no-array-index-key -- a link has no name until it is written
          key={at}
          className="grid grid-cols-[minmax(0,1fr)_auto] gap-2 sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)_auto]"
        >
          <TextField
            label={t.linkName(at + 1)}
            value={link.name}
            error={errors[`links.${at}.name`]}
            onChange={({ target }) => set(at, { name: target.value })}
          />
          <TextField
            className="max-sm:col-start-1 max-sm:row-start-2"
            label={t.linkUrl(at + 1)}
            value={link.url}
            placeholder="https://"
            inputMode="url"
            error={errors[`links.${at}.url`]}
            onChange={({ target }) => set(at, { url: target.value })}
          />
          <IconButton
            className="mt-7"
            label={t.removeLink(at + 1)}
            icon={<Trash2 />}
            onClick={() => change({ links: links.filter((_, index) => index !== at) })}
          />
        </div>
      ))}
      {links.length < shopLimits.links && (
        <div>
          <Button
            icon={<Plus aria-hidden="true" />}
            onClick={() => change({ links: [...links, { name: '', url: '' }] })}
          >
            {t.addLink}
          </Button>
        </div>
      )}
    </FormPart>
  );
}

/** Pairs as radios drawn as pockets. */
function Colour({ value, onChange }: { readonly value: AccentName; readonly onChange: (accent: AccentName) => void }) {
  const name = useId();
  return (
    <fieldset className="border-t border-line py-7">
      <legend className="type-1 float-left font-[560] w-full font-serif">{t.colour}</legend>
      <p className="clear-both mt-1 text-sm text-ink-2">{t.colourText}</p>
      <div className="mt-4 grid gap-2 min-[26rem]:grid-cols-2 xl:grid-cols-3">
        {accentNames.map((accent) => (
          <label
            key={accent}
            className="relative flex min-h-14 cursor-pointer items-center gap-3 rounded-1 border-2 border-transparent px-2.5 py-1.5 text-sm has-checked:border-ink has-checked:font-semibold has-focus-visible:shadow-(--cb-focus)"
          >
            <input
              type="radio"
              name={name}
              value={accent}
              checked={accent === value}
              onChange={() => onChange(accent)}
              className="absolute inset-0 cursor-pointer appearance-none opacity-0"
            />
            <svg viewBox="0 0 30 34" width="34" height="38" aria-hidden="true" className="shrink-0">
              <path d="M1 1H29V25L15 33L1 25Z" fill={accents[accent].ink} />
              <path
                d="M4 6H26M4 10V23.5L15 29.6L26 23.5V10"
                fill="none"
                stroke={accents[accent].thread}
                strokeWidth="1.6"
                strokeDasharray="3 2"
                strokeLinecap="round"
              />
            </svg>
            {accents[accent].name}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
