import type { Role } from '@cuentos/contract/account-fields';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openBook } from './open-book.ts';
import { openPreview } from './open-preview.ts';
import { session } from '../../../lib/api/session.ts';
import { signInAs } from '../../../testing/sign-in-as.ts';
import { openReader } from './open-reader.ts';

vi.mock('./open-book.ts', () => ({ openBook: vi.fn(async () => ({})) }));
vi.mock('./open-preview.ts', () => ({ openPreview: vi.fn(async () => ({})) }));

const address = 'http://localhost/reader/libro/parte';
const open = async (fromAdmin?: string, query = '') =>
  openReader({ part_uuid: 'parte', from_admin: fromAdmin }, `${address}${query}`).opening;

beforeEach(() => {
  localStorage.clear();
  vi.mocked(openBook).mockClear();
  vi.mocked(openPreview).mockClear();
});
afterEach(() => session.forget());

it("is a preview only when from_admin is the text 'true'", async () => {
  signInAs('ana', 'admin');
  for (const text of [undefined, '1', 'TRUE', 'false']) await open(text);
  expect(vi.mocked(openBook)).toHaveBeenCalledTimes(4);
  expect(vi.mocked(openPreview)).not.toHaveBeenCalled();
  await open('true', '?edition=nueva');
  expect(vi.mocked(openPreview)).toHaveBeenCalledWith('parte', 'nueva');
});

it.each<Role>(['admin', 'writter'])('opens a preview for the role %s', async (role) => {
  signInAs('ana', role);
  await open('true');
  expect(vi.mocked(openPreview)).toHaveBeenCalledWith('parte', null);
});

it('sends a reader and a visitor to /not-authorized instead', async () => {
  for (const someone of [() => signInAs('ana'), () => session.forget()]) {
    someone();
    const thrown = await open('true').catch((response: unknown) => response);
    expect(thrown).toBeInstanceOf(Response);
    expect((thrown as Response).headers.get('location')).toBe('/not-authorized');
  }
  expect(vi.mocked(openPreview)).not.toHaveBeenCalled();
});
