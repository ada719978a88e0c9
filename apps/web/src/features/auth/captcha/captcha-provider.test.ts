import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadProvider } from './captcha-provider.ts';

/** Addresses of the scripts that the page requested; each loads at once. */
let scripts: string[];
const place = () => document.querySelector('body > div');

beforeEach(() => {
  scripts = [];
  vi.spyOn(document.head, 'append').mockImplementation((script) => {
    if (!(script instanceof HTMLScriptElement)) return;
    scripts.push(script.src);
    setTimeout(() => script.dispatchEvent(new Event('load')));
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Returns a provider whose widget ends with this outcome when it is started. */
function provider(outcome: 'right' | 'error-callback' | 'close-callback' | 'nothing') {
  let options: Record<string, unknown> = {};
  const begin = () => {
    if (outcome === 'right') (options['callback'] as (answer: string) => void)('the answer');
    else if (outcome !== 'nothing') (options[outcome] as (() => void) | undefined)?.();
  };
  const render = vi.fn((_place: HTMLElement, given: Record<string, unknown>) => {
    options = given;
    if (given['appearance']) begin();
    return 7;
  });
  return { render, execute: vi.fn(begin), ready: (then: () => void) => then() };
}

it.each([
  ['recaptcha', 'grecaptcha', 'https://www.google.com/recaptcha/api.js', { size: 'invisible' }, 1],
  ['hcaptcha', 'hcaptcha', 'https://js.hcaptcha.com/1/api.js', { size: 'invisible' }, 1],
  [
    'turnstile',
    'turnstile',
    'https://challenges.cloudflare.com/turnstile/v0/api.js',
    { appearance: 'interaction-only', action: 'login' },
    0,
  ],
] as const)('asks %s without showing anything, anew for each sending', async (name, global, script, look, begins) => {
  const api = provider('right');
  vi.stubGlobal(global, api);
  const ask = await loadProvider(name, 'the key', 'login');
  expect(scripts.some((src) => src.startsWith(script))).toBe(true);
  expect(api.render, 'loading asks nothing yet').not.toHaveBeenCalled();
  await expect(ask()).resolves.toBe('the answer');
  await expect(ask()).resolves.toBe('the answer');
  expect(api.render).toHaveBeenCalledTimes(2);
  expect(api.render.mock.calls[0]?.[1]).toMatchObject({ sitekey: 'the key', ...look });
  expect(api.execute.mock.calls).toEqual(Array.from({ length: 2 * begins }, () => [7]));
  expect(place(), 'nothing of it stays').toBeNull();
});

it.each([
  ['hcaptcha', 'error-callback'],
  ['hcaptcha', 'close-callback'],
] as const)('%s: %s frees the form', async (name, outcome) => {
  vi.stubGlobal(name, provider(outcome));
  const ask = await loadProvider(name, 'the key', 'login');
  await expect(ask()).rejects.toThrow('gave no answer');
  expect(place()).toBeNull();
});

it('stops waiting for a person who abandons a challenge', async () => {
  vi.stubGlobal('hcaptcha', provider('nothing'));
  const ask = await loadProvider('hcaptcha', 'the key', 'login');
  vi.useFakeTimers();
  const refused = expect(ask()).rejects.toThrow('gave no answer');
  await vi.advanceTimersByTimeAsync(120_000);
  await refused;
});
