import { expect, it } from 'vitest';
import { toolbarPlace } from './toolbar.tsx';

const screen = { width: 1280, height: 800 };
const own = { width: 400, height: 200 };
const page = { x: 0, y: 90 };
const at = (y: number, x = 400, height = 24) => toolbarPlace({ x, y, width: 200, height }, page, own, screen);

it('stands 12 px below the selection, in its middle', () => {
  expect(at(100)).toEqual({ left: 300, top: 226 });
});

it('goes above where there is no room below, and to the foot where there is none at all', () => {
  expect(at(500)).toEqual({ left: 300, top: 378 });
  expect(at(20, 400, 600)).toEqual({ left: 300, top: 552 });
});

it('keeps inside the screen, and at the foot without a selection in sight', () => {
  expect(at(100, 0).left).toBe(10);
  expect(at(100, 1200).left).toBe(870);
  expect(toolbarPlace(null, page, own, screen)).toEqual({ left: 440, top: 552 });
});
