import type { Page } from '@playwright/test';
import { hold } from './answers.ts';
import type { Shot } from './shot.ts';

const reader = 'reader' as const;
const library = () => '/user-library';
const DOWNLOAD_CALL = /\/api\/book_part\/download\//;
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();

/**
 * Shows one message of each kind above each other: the connection breaks, a refresh fails, the connection comes back.
 */
async function sayEverything(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Lecturas para revisión' }).waitFor();
  await page.context().setOffline(true);
  await press(page, 'Actualizar');
  await page.getByText('No hay conexión a internet').waitFor();
  await page.context().setOffline(false);
}

/** Stores an unfinished note, and starts signing out. */
async function leaveWithADraft(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const token = localStorage.getItem('refresh_token') ?? '';
    const { uid } = JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'))) as {
      uid: string;
    };
    const draft = { uid, part_id: 'p', highlight_id: null, cfi: 'c', color: 'yellow', text: 'Volver a este párrafo' };
    await new Promise((resolve, reject) => {
      const opening = indexedDB.open('cuentos-de-bolsillo-sync');
      opening.addEventListener('error', reject);
      opening.addEventListener('success', () => {
        const writing = opening.result.transaction('drafts', 'readwrite');
        writing.objectStore('drafts').put({ ...draft, quote: '', prefix: '', suffix: '' });
        writing.addEventListener('complete', () => {
          opening.result.close();
          resolve(null);
        });
      });
    });
  });
  await press(page, 'Cerrar sesión');
  await page.getByRole('dialog').waitFor();
}

/** Turns Google sign-in on; a stand-in for Google's script renders the button. */
async function turnGoogleOn(page: Page): Promise<void> {
  await page.route('**/login', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace('"googleClientId":null', '"googleClientId":"shop.apps.example"');
    const { 'content-security-policy': _policy, ...headers } = response.headers();
    await route.fulfill({ response, headers, body });
  });
  await page.route('**/api/auth/google-nonce', (route) => route.fulfill({ json: { nonce: 'n' } }));
  await page.route('https://accounts.google.com/gsi/client', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `window.google = { accounts: { id: { initialize() {}, disableAutoSelect() {}, renderButton(place, { width }) {
        place.innerHTML = '<button type="button" style="width:' + width + 'px;height:44px;border:1px solid #747775;'
          + 'border-radius:4px;background:#fff;color:#1f1f1f;font:500 14px Arial">Continuar con Google</button>';
      } } } };`,
    }),
  );
}

/** Opens a part whose file does not arrive, and goes back to its book during the download. */
async function leaveADownload(page: Page): Promise<void> {
  const download = page.waitForRequest(DOWNLOAD_CALL);
  await page
    .getByRole('link', { name: /^Leer ahora/ })
    .first()
    .click();
  await download;
  await page.goBack();
}

/** Shots of the messages above a screen or in its place. */
export const messageShots: readonly Shot[] = [
  {
    name: 'toasts',
    as: reader,
    path: library,
    act: sayEverything,
    shows: 'Conexión a internet restaurada',
    windowOnly: true,
  },
  {
    name: 'leaving-unsent',
    as: reader,
    path: () => '/user-settings',
    act: leaveWithADraft,
    shows: 'Hay avances, notas o mensajes sin enviar',
    windowOnly: true,
  },
  {
    name: 'screen-failed',
    as: reader,
    path: () => '/reader-settings',
    prepare: (page) => page.route(/reader-settings-screen/, (route) => route.abort()),
    shows: 'No pudimos mostrar esta página',
  },
  { name: 'login-google', path: () => '/login', prepare: turnGoogleOn, shows: 'Continuar con Google' },
  {
    name: 'part-downloading',
    as: reader,
    path: library,
    prepare: async (page) => {
      // Skips the tutorial, which going back would close first.
      await page.addInitScript(() => localStorage.setItem('showTutorial', 'false'));
      await hold(page, DOWNLOAD_CALL);
    },
    act: leaveADownload,
    shows: /^Descargando, /,
  },
];
