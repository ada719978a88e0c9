import { expect, it } from 'vitest';
import { session } from '../lib/api/session.ts';
import { startReading } from './start-reading.ts';

it('opens no book without a session: the reader’s address leads to /login, which leads back', async () => {
  localStorage.clear();
  session.forget();
  const thrown = await startReading({ part_uuid: 'uno' }, 'http://localhost/reader/faro/uno').catch(
    (response: unknown) => response,
  );
  expect(thrown).toBeInstanceOf(Response);
  expect((thrown as Response).headers.get('location')).toBe('/login/faro?next=%2Freader%2Ffaro%2Funo');
});
