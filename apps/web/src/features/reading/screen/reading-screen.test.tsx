import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { ReadingSession } from '../reading-session.ts';
import { BookHost } from './reading-screen.tsx';

afterEach(cleanup);

it('the engine ends while its element is still part of the document', () => {
  const seen: string[] = [];
  let host: HTMLElement | null = null;
  const state = { pastEnd: false };
  const session = {
    subscribe: () => () => {},
    snapshot: () => state,
    attach(element: HTMLElement) {
      host = element;
      seen.push(`attached, in the document: ${element.isConnected}`);
    },
    detach: () => seen.push(`detached, in the document: ${host?.isConnected}`),
    close: () => {},
  } as unknown as ReadingSession;
  render(<BookHost session={session} />).unmount();
  expect(seen).toEqual(['attached, in the document: true', 'detached, in the document: true']);
});
