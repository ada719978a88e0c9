import { describe, expect, it } from 'vitest';
import { addressAfterLogin, loginAddress } from './login-address.ts';

describe('the login address for a visitor of a page', () => {
  it.each([
    ['/user-library', '/login'],
    ['/user-library/b', '/login/b'],
    ['/user-library/b?result=success', '/login/b?next=%2Fuser-library%2Fb%3Fresult%3Dsuccess'],
    ['/user-library/b?part=p', '/login/b?part=p'],
    ['/user-library/b?part=p&result=x', '/login/b?next=%2Fuser-library%2Fb%3Fpart%3Dp%26result%3Dx'],
    ['/reader/b/p', '/login/b?next=%2Freader%2Fb%2Fp'],
    ['/user-settings', '/login?next=%2Fuser-settings'],
    ['/admin/books', '/login?next=%2Fadmin%2Fbooks'],
    ['/', '/login'],
    ['/book-detail/b', '/login'],
  ])('%s', (here, login) => {
    expect(loginAddress(here)).toBe(login);
    // After the login the address leads back to the screen, if that screen requires a session.
    const [path = '', search = ''] = login.split('?');
    const after = addressAfterLogin(search, path.split('/')[2]);
    expect(after).toBe(login === '/login' ? '/user-library' : here);
  });
});

it.each([
  'https://otra.cl/user-library',
  '//otra.cl/reader/b/p',
  '/\\\\otra.cl',
  '/book-detail/b',
  'javascript:alert(1)',
  '',
])('leads to no other site: %s', (next) =>
  expect(addressAfterLogin(`?next=${encodeURIComponent(next)}`, 'b')).toBe('/user-library/b'),
);

it.each([
  ['?part=p', 'b', '/user-library/b?part=p'],
  ['?part=p%26x', 'b', '/user-library/b?part=p%26x'],
  ['?part=p', undefined, '/user-library'],
  ['?part=p&next=%2Freader%2Fb%2Fp', 'b', '/reader/b/p'],
  ['?next=%2Fpocket', undefined, '/pocket'],
  ['?next=%2Fpocket.otra.cl', undefined, '/user-library'],
])('keeps the part that is being bought: %s', (search, book, after) =>
  expect(addressAfterLogin(search, book)).toBe(after),
);

it.each([
  ['admin', '', undefined, '/admin'],
  ['writter', '', undefined, '/writter'],
  ['reader', '', undefined, '/user-library'],
  ['admin', '?next=%2Fadmin%2Fbooks', undefined, '/admin/books'],
  ['admin', '', 'b', '/user-library/b'],
] as const)('with the role %s, the search %j and the book %s leads to %s', (role, search, book, after) =>
  expect(addressAfterLogin(search, book, role)).toBe(after),
);
