import type { Quote, QuotedCode, QuoteItem } from '@cuentos/contract/quote';
import { useQuery } from '@tanstack/react-query';
import { Check, Tag } from 'lucide-react';
import {
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { ApiError, statusText } from '../../../lib/api/api-error.ts';
import { NO_ANSWER_TEXT } from '../../../lib/api/texts.ts';
import { formatDate, formatPrice } from '../../../lib/formats.ts';
import { Button } from '../../../ui/button.tsx';
import { inputClass, invalidClass } from '../../../ui/forms/field-classes.ts';
import { FieldMessage } from '../../../ui/forms/field-message.tsx';
import { describedBy } from '../../../ui/forms/described-by.ts';
import { quoteQuery } from './api.ts';
import { formatHour } from '../queries.ts';
import { checkoutTexts as t } from './texts.ts';
import { typedCode } from './typed-code.ts';

/** A discount code in the sheet, with the server's answer. */
export interface SheetCode {
  /** Code as the buyer typed it; null without one. */
  readonly typed: string | null;
  readonly busy: boolean;
  /** The code, when it is valid. */
  readonly applied: QuotedCode | null;
  /** The prices with a valid code. */
  readonly quote: Quote | undefined;
  /** Why the code is invalid. */
  readonly problem: string | undefined;
  /** Whether the check of the code failed. */
  readonly isFailed: boolean;
  readonly refetch: () => Promise<unknown>;
}

/** Requests the prices with the typed code. The prices without it are shown until the answer arrives. */
export function useDiscountCode(partIds: readonly string[], isGift: boolean, enabled: boolean): SheetCode {
  const typed = useSyncExternalStore(typedCode.subscribe, typedCode.snapshot, () => null);
  const isAsked = enabled && typed !== null;
  const { data, error, isFetching, refetch } = useQuery({
    ...quoteQuery(partIds, { code: typed ?? '', isGift }),
    enabled: isAsked,
    // Requested again each time the field is shown, because a code's state changes.
    staleTime: 0,
    // Fails at once without a connection, with a sentence.
    networkMode: 'always',
  });
  return {
    typed,
    busy: isAsked && isFetching,
    refetch: async () => (typed === null ? undefined : refetch()),
    ...(isAsked ? answerOf(data, error) : answerOf(undefined, null)),
  };
}

/** Returns the server's answer about a code, or the failure of the last request. */
function answerOf(
  quote: Quote | undefined,
  error: Error | null,
): Pick<SheetCode, 'applied' | 'quote' | 'problem' | 'isFailed'> {
  if (error) {
    const problem = (error instanceof ApiError && (error.detail || statusText(error.status))) || NO_ANSWER_TEXT;
    return { applied: null, quote: undefined, problem, isFailed: true };
  }
  const code = quote?.code ?? null;
  if (code === null) return { applied: null, quote: undefined, problem: undefined, isFailed: false };
  const counts = code.refusal === null;
  return {
    applied: counts ? code : null,
    quote: counts ? quote : undefined,
    problem: refusalWords(code),
    isFailed: false,
  };
}

function refusalWords({ refusal, at }: QuotedCode): string | undefined {
  if (refusal === null) return undefined;
  if (refusal === 'not_yet') return t.codeRefusals.not_yet(formatDate(at ?? ''));
  if (refusal === 'in_unpaid_order') return t.codeRefusals.in_unpaid_order(formatHour(at ?? ''));
  return t.codeRefusals[refusal];
}

interface DiscountCodeFieldProps {
  readonly code: SheetCode;
  /** Parts to buy, with their shown prices. */
  readonly offer: readonly Pick<QuoteItem, 'part_id' | 'book_name' | 'part_name' | 'value' | 'amount' | 'reduction'>[];
}

interface FoldedCodeProps extends DiscountCodeFieldProps {
  /** Content on the same line. */
  readonly beside: ReactNode;
}

/** 'Tengo un código', the field that it opens, and the effect of the code or the reason for none. */
export function DiscountCodeField({ code, offer, beside }: FoldedCodeProps) {
  const [isOpen, setOpen] = useState(code.typed !== null);
  const input = useRef<HTMLInputElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const hasMoved = useRef(false);
  useEffect(() => {
    if (!hasMoved.current) return;
    hasMoved.current = false;
    (isOpen ? input : opener).current?.focus();
  }, [isOpen]);
  const toggle = (open: boolean) => {
    hasMoved.current = true;
    setOpen(open);
  };
  return (
    <>
      {(!isOpen || beside) && (
        <div className="flex flex-wrap items-center justify-between gap-x-5 border-b border-line">
          {!isOpen && (
            <Button
              ref={opener}
              variant="quiet"
              className="-ml-2.5"
              icon={<Tag aria-hidden="true" />}
              onClick={() => toggle(true)}
            >
              {t.haveCode}
            </Button>
          )}
          {beside}
        </div>
      )}
      {isOpen && <CodeEntry code={code} offer={offer} input={input} onClose={() => toggle(false)} />}
    </>
  );
}

interface CodeEntryProps extends DiscountCodeFieldProps {
  readonly input: RefObject<HTMLInputElement | null>;
  readonly onClose: () => void;
}

function CodeEntry({ code, offer, input, onClose }: CodeEntryProps) {
  const id = useId();
  const [text, setText] = useState(code.typed ?? '');
  const [isMissing, setMissing] = useState(false);
  // Shows the message of the checked code, not of the text that the buyer is typing.
  const isShown = code.typed !== null && text.trim() === code.typed;
  const isAnswered = isShown && !code.isFailed;
  const error = isMissing ? t.codeMissing : isShown && !code.busy ? code.problem : undefined;
  const apply = () => {
    const trimmedCode = text.trim();
    setMissing(trimmedCode === '');
    if (trimmedCode === '') input.current?.focus();
    else if (isShown) void code.refetch();
    else typedCode.set(trimmedCode);
  };
  const press = ({ detail: clicks }: MouseEvent) => {
    if (!isAnswered) apply();
    // Ignores a press right after 'Aplicar': the second press of a double click would hit 'Quitar', which replaces it.
    else if (clicks < 2) {
      typedCode.set(null);
      onClose();
    }
  };
  return (
    <div className="grid gap-1.5 border-b border-line py-4">
      <label htmlFor={id} className="text-sm font-semibold">
        {t.codeLabel}
      </label>
      <div className="flex flex-wrap gap-2">
        <CodeInput
          input={input}
          id={id}
          text={text}
          error={error}
          onChange={(next) => {
            setText(next);
            setMissing(false);
          }}
          onEnter={apply}
        />
        <Button busy={code.busy} onClick={press}>
          {isAnswered ? t.removeCode : t.applyCode}
        </Button>
      </div>
      <div aria-live="polite" className="figures">
        <FieldMessage id={id} error={error} />
        {isShown && code.applied && !code.busy && !error && (
          <p className="flex items-start gap-1.5 text-sm text-ok [&>svg]:mt-0.5 [&>svg]:size-4 [&>svg]:shrink-0">
            <Check aria-hidden="true" />
            <span className="[overflow-wrap:anywhere]">{codeWords(code.applied, offer)}</span>
          </p>
        )}
      </div>
    </div>
  );
}

interface CodeInputProps extends Pick<CodeEntryProps, 'input'> {
  readonly id: string;
  readonly text: string;
  readonly error: string | undefined;
  readonly onChange: (text: string) => void;
  readonly onEnter: () => void;
}

function CodeInput({ input, id, text, error, onChange, onEnter }: CodeInputProps) {
  return (
    <input
      ref={input}
      id={id}
      type="text"
      value={text}
      maxLength={60}
      autoCapitalize="characters"
      autoComplete="off"
      autoCorrect="off"
      spellCheck={false}
      enterKeyHint="done"
      onChange={({ target }) => onChange(target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
        // The field is inside the form that pays.
        event.preventDefault();
        onEnter();
      }}
      {...describedBy({ id, error })}
      className={`${inputClass} min-w-0 flex-1 basis-40 ${error ? invalidClass : ''}`}
    />
  );
}

/** Describes the discount of a valid code, and parts with a better discount. */
function codeWords({ discount, part_ids: ids }: QuotedCode, offer: DiscountCodeFieldProps['offer']): string {
  const eligible = offer.filter(({ part_id: id }) => ids.includes(id));
  const coded = eligible.filter(({ reduction }) => reduction === 'code');
  const off = coded.reduce((sum, { value, amount }) => sum + value - amount, 0);
  const amount = discount?.kind === 'percentage' ? t.percent(discount.amount) : formatPrice(off);
  const better = (['presale', 'completion'] as const).flatMap((kind) => {
    const beaten = eligible.filter(({ reduction }) => reduction === kind);
    return beaten.length > 0 ? [{ kind: t.reductions[kind], beaten }] : [];
  });
  if (offer.length === 1) {
    if (coded.length > 0) return t.codeOffPart(amount);
    return better[0] ? t.codeBeatenPart(better[0].kind) : t.codeSavesNothing;
  }
  const where = (some: DiscountCodeFieldProps['offer']) => placesOf(some, eligible);
  const sentences = [
    ...(coded.length > 0 ? [t.codeOff(amount, where(coded))] : []),
    ...better.map(({ kind, beaten }) => t.codeBeaten(where(beaten), kind)),
  ];
  return sentences.length > 0 ? sentences.join(' ') : t.codeSavesNothing;
}

/** Names some of a code's parts: by their book when all of its parts are included, else by their own names. */
function placesOf(some: DiscountCodeFieldProps['offer'], all: DiscountCodeFieldProps['offer']): string {
  const names = some.map((item) => {
    const ofBook = all.filter(({ book_name: name }) => name === item.book_name);
    return ofBook.every((each) => some.includes(each)) ? item.book_name : item.part_name;
  });
  return new Intl.ListFormat('es', { type: 'conjunction' }).format([...new Set(names)].map((name) => `«${name}»`));
}
