import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { type HeldBack, type Navigation, NavigationContext } from '../navigation.tsx';
import { Layers, useBackClosesLayers, useLayer } from './layers.ts';

afterEach(cleanup);

it('is modal while something modal lies over the page, and closes the topmost first', () => {
  const layers = new Layers();
  const [panel, dialog] = [vi.fn(), vi.fn()];
  const endPanel = layers.add({ modal: false, close: panel });
  expect(layers.hasModal).toBe(false);
  const endDialog = layers.add({ modal: true, close: dialog });
  expect(layers.hasModal).toBe(true);
  layers.closeTop();
  expect([panel.mock.calls.length, dialog.mock.calls.length]).toEqual([0, 1]);
  endDialog();
  layers.closeTop();
  expect(panel).toHaveBeenCalledOnce();
  endPanel();
  expect(layers.closeTop()).toBe(false);
});

it('asks to hold a step back while something is open, and closes the topmost then', () => {
  const layers = new Layers();
  const close = vi.fn();
  const held: HeldBack[] = [];
  const navigation: Navigation = {
    go: () => {},
    holdBack(next) {
      held.push(next);
      return () => void held.pop();
    },
  };
  function Book({ open }: { readonly open: boolean }) {
    useBackClosesLayers(layers);
    useLayer(layers, open, close);
    return null;
  }
  const book = (open: boolean) => (
    <NavigationContext value={navigation}>
      <Book open={open} />
    </NavigationContext>
  );
  const { rerender, unmount } = render(book(true));
  expect(held[0]?.isHeld()).toBe(true);
  held[0]?.onHeld();
  expect(close).toHaveBeenCalledOnce();
  rerender(book(false));
  expect(held[0]?.isHeld()).toBe(false);
  unmount();
  expect(held).toEqual([]);
  expect(layers.isEmpty).toBe(true);
});
