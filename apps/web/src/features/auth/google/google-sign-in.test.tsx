import type { SiteFacts } from '@cuentos/contract/ssr';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { SiteContext } from '../../../lib/page-data.ts';
import { GoogleSignIn } from './google-sign-in.tsx';

afterEach(cleanup);

it.each([
  [null, 0],
  [{ googleClientId: null } as SiteFacts, 0],
  [{ googleClientId: 'shop.apps.example' } as SiteFacts, 1],
])('is shown only when it is configured', (site, count) => {
  render(
    <SiteContext value={site}>
      <GoogleSignIn onSignedIn={() => {}} />
    </SiteContext>,
  );
  expect(screen.queryAllByRole('region', { name: 'Entrar con Google' })).toHaveLength(count);
});
