import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { Layers } from './layers.ts';
import { useLayer } from './use-layer.ts';

afterEach(cleanup);

it('is modal while a modal layer is open over the page', () => {
  const layers = new Layers();
  const endPanel = layers.add({ modal: false });
  expect(layers.hasModal).toBe(false);
  const endDialog = layers.add({ modal: true });
  expect(layers.hasModal).toBe(true);
  endDialog();
  endPanel();
  expect(layers.hasModal).toBe(false);
});

/** Steps back and waits for the effect, because no other listener hears a step that a layer takes. */
const step = async (arrived: () => void) => {
  history.back();
  await vi.waitFor(arrived);
};

it('a step back closes the topmost open layer; a layer closed by other means leaves no entry', async () => {
  history.replaceState({ idx: 4 }, '', '/reader/libro/parte');
  const layers = new Layers();
  const [closePanel, closePicture] = [vi.fn(), vi.fn()];
  function Book({ panel, picture }: { readonly panel: boolean; readonly picture: boolean }) {
    useLayer(layers, panel, closePanel, { modal: false });
    useLayer(layers, picture, closePicture);
    return null;
  }
  const { rerender, unmount } = render(<Book panel={false} picture={false} />);
  rerender(<Book panel picture={false} />);
  rerender(<Book panel picture />);
  expect(layers.hasModal).toBe(true);
  const closed = () => [closePanel.mock.calls.length, closePicture.mock.calls.length];
  await step(() => expect(closed()).toEqual([0, 1]));
  rerender(<Book panel picture={false} />);
  expect(layers.hasModal).toBe(false);
  await step(() => expect(closed()).toEqual([1, 1]));
  rerender(<Book panel={false} picture={false} />);
  expect([location.pathname, history.state]).toEqual(['/reader/libro/parte', { idx: 4 }]);
  const back = vi.spyOn(history, 'back');
  rerender(<Book panel picture={false} />);
  unmount();
  // The test's own step back, and the step that skips the entry of the removed panel.
  await step(() => expect(back).toHaveBeenCalledTimes(2));
  expect(closePanel).toHaveBeenCalledOnce();
});
