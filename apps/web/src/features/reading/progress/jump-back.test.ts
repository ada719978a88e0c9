import type { ReaderEvents } from '@cuentos/epub/render/reader-types';
import { describe, expect, it, vi } from 'vitest';
import { placeAt } from '../../../testing/place-at.ts';
import { JumpBack } from './jump-back.ts';

function followed() {
  const listeners = new Map<string, (detail: never) => void>();
  const back = vi.fn(async () => {
    tell('history', { canGoBack: true });
    return true;
  });
  const tell = <Name extends keyof ReaderEvents>(name: Name, detail: ReaderEvents[Name]) =>
    listeners.get(name)?.(detail as never);
  const wayBack = new JumpBack();
  wayBack.follow({
    back,
    canGoBack: () => false,
    position: null,
    on: (name, listener) => {
      listeners.set(name, listener);
      return () => listeners.delete(name);
    },
  });
  let page = 0;
  return {
    wayBack,
    back,
    jump: () => tell('history', { canGoBack: true }),
    turn: (count: number) => {
      for (let done = 0; done < count; done += 1) tell('relocate', placeAt({ reason: 'turn', page: (page += 1) }));
    },
    scroll: () => tell('relocate', placeAt({ reason: 'turn', page })),
    offered: () => wayBack.snapshot().offered,
  };
}

describe("'Volver a donde estaba'", () => {
  it('is offered after a jump and disappears when it is used', async () => {
    const reading = followed();
    expect(reading.offered()).toBe(false);
    reading.jump();
    expect(reading.offered()).toBe(true);
    await reading.wayBack.back();
    expect(reading.back).toHaveBeenCalledOnce();
    expect(reading.offered()).toBe(false);
  });

  it('undoes several jumps one by one', async () => {
    const reading = followed();
    reading.jump();
    reading.jump();
    await reading.wayBack.back();
    expect(reading.offered()).toBe(true);
    await reading.wayBack.back();
    expect(reading.offered()).toBe(false);
  });

  it('disappears after some turns, and older jumps do not come back with the next jump', async () => {
    const reading = followed();
    reading.jump();
    reading.turn(4);
    expect(reading.offered()).toBe(true);
    reading.turn(1);
    expect(reading.offered()).toBe(false);
    reading.jump();
    await reading.wayBack.back();
    expect(reading.offered()).toBe(false);
  });

  it('stays while the reader scrolls on the same page', () => {
    const reading = followed();
    reading.jump();
    for (let times = 0; times < 20; times += 1) reading.scroll();
    expect(reading.offered()).toBe(true);
  });
});
