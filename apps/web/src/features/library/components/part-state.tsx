import type { UserPart } from '@cuentos/contract/library';
import type { PartCard } from '@cuentos/domain/books/part-card';
import { Calendar, CircleCheck, Clock, Hourglass, WifiOff } from 'lucide-react';
import { formatDate } from '../../../lib/formats.ts';
import { StateLine } from '../../../ui/state-line.tsx';
import { libraryTexts as t } from '../texts.ts';
import { DeviceState } from './device-state.tsx';

/** State line of the card. */
export function PartState({ part, card }: { readonly part: UserPart; readonly card: PartCard }) {
  if (card.read === 'offline-blocked') return <StateLine icon={<WifiOff aria-hidden="true" />}>{t.offline}</StateLine>;
  if (card.read === 'on-device') return <DeviceState partId={part.id} onDevice size={null} />;
  if (card.read === 'downloading') return <DeviceState partId={part.id} onDevice={false} size={part.edition_size} />;
  if (card.read === 'to-download' && !card.offer && part.is_purchased) {
    return <DeviceState partId={part.id} onDevice={false} size={part.edition_size} />;
  }
  if (card.read === 'to-download')
    return <StateLine icon={<Hourglass aria-hidden="true" />}>{t.earlyAccess}</StateLine>;
  if (card.read === 'soon' || card.offer === 'unreleased') {
    return <StateLine icon={<Calendar aria-hidden="true" />}>{t.availableOn(formatDate(part.release_date))}</StateLine>;
  }
  if (card.offer === 'no-ebook') return <StateLine icon={<Clock aria-hidden="true" />}>{t.unavailable}</StateLine>;
  return (
    <StateLine tone="ok" icon={<CircleCheck aria-hidden="true" />}>
      {t.available}
    </StateLine>
  );
}
