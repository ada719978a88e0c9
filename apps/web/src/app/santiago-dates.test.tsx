import { cleanup, render } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PublicPartRow } from '../features/books/public-part-row.tsx';
import { PartActions } from '../features/books/part-actions.tsx';
import { partPricing } from '../features/books/part-pricing.ts';
import { PartCard } from '../features/library/part-card.tsx';
import { fakePart, fakeUserPart } from '../testing/catalogue.ts';

const instant = (text: string) => Date.parse(text);
const zone = process.env['TZ'];
const nothing = () => {};

afterEach(() => {
  cleanup();
  process.env['TZ'] = zone;
});

/** Returns the texts of the public row and of the reader's card about one part at one moment. */
function say(part: Parameters<typeof fakePart>[0], now: number): { row: string; card: string } {
  const shown = { part: fakePart(part), now };
  const book = { id: 'book-1', name: 'El faro' };
  const price = partPricing(shown.part, now);
  const to = { to: '/register/book-1?part=part-1' };
  const row = render(
    <PublicPartRow
      {...shown}
      actions={
        <PartActions
          part={shown.part}
          price={price}
          offer={price.released ? 'for-sale' : 'unreleased'}
          ways={{ buy: to, take: to, give: to }}
          freeLabel=""
          book={book}
        />
      }
    />,
  );
  const card = render(
    <MemoryRouter>
      <PartCard
        book={book}
        part={fakeUserPart(part)}
        online
        onDevice={false}
        downloading={false}
        now={now}
        busy={false}
        onBuy={nothing}
        onGive={nothing}
        onPaymentChanged={() => {}}
        onTakeFree={nothing}
      />
    </MemoryRouter>,
  );
  return { row: row.container.textContent ?? '', card: card.container.textContent ?? '' };
}

describe.each(['America/Santiago', 'Asia/Tokyo', 'Pacific/Honolulu'])('in a browser in %s', (tz) => {
  beforeEach(() => {
    process.env['TZ'] = tz;
    expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(tz);
  });

  // The clock jumps from 24:00 to 01:00, so this day begins at 01:00.
  const september = { release_date: '2026-09-06T04:00:00.000Z' };

  it('the September Sunday is not released in the last second of Saturday', () => {
    for (const words of Object.values(say(september, instant('2026-09-06T03:59:59.999Z')))) {
      expect(words).toContain('Disponible: 06/09/2026');
      expect(words).toContain('Avísame cuando salga');
      expect(words).not.toContain('¡Compra ahora!');
    }
  });

  it('and is released in the first instant of its day', () => {
    for (const words of Object.values(say(september, instant('2026-09-06T04:00:00.000Z')))) {
      expect(words).toContain('¡Compra ahora!');
      expect(words).not.toContain('06/09/2026');
    }
  });

  // The clock is set back an hour at midnight, so 23:59:59 of Saturday occurs twice; the day ends with the second.
  const april = {
    release_date: '2026-01-01T03:00:00.000Z',
    is_presale: true,
    presale_discount_percentage: 34,
    presale_end_date: '2026-04-05T03:59:59.999Z',
  };

  it.each(['2026-04-05T02:59:59.000Z', '2026-04-05T03:00:00.000Z', '2026-04-05T03:59:59.000Z'])(
    'the presale of the April Saturday holds at %s',
    (moment) => {
      for (const words of Object.values(say(april, instant(moment)))) {
        expect(words).toContain('$983');
        expect(words).toMatch(/hasta el 04\/04\/2026/i);
        expect(words).toContain('Ahorras: 507 CLP');
      }
    },
  );

  it('and is over with Sunday', () => {
    for (const words of Object.values(say(april, instant('2026-04-05T04:00:00.000Z')))) {
      expect(words).toContain('$1.490');
      expect(words).not.toContain('$983');
      expect(words).not.toContain('Ahorras');
    }
  });
});
