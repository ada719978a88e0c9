import { describe, expect, it } from 'vitest';
import { dockOf, toolbarPlace } from './toolbar.tsx';

const screen = { width: 1280, height: 800 };
const own = { width: 400, height: 200 };
const page = { x: 0, y: 90 };
const at = (y: number, x = 400, height = 24) => toolbarPlace({ x, y, width: 200, height }, page, own, screen);

it('stands 12 px below the selection, in its middle', () => {
  expect(at(100)).toEqual({ left: 300, top: 226 });
});

it('is above where there is no room below, and at the foot where there is no room at all', () => {
  expect(at(500)).toEqual({ left: 300, top: 378 });
  expect(at(20, 400, 600)).toEqual({ left: 300, top: 552 });
});

it('stays inside the screen, and at the foot without a visible selection', () => {
  expect(at(100, 0).left).toBe(10);
  expect(at(100, 1200).left).toBe(870);
  expect(toolbarPlace(null, page, own, screen)).toEqual({ left: 440, top: 552 });
});

describe('on a phone', () => {
  const phone = { height: 844 };
  const dock = (y: number, height = 24, keyboard = 0) =>
    dockOf({ x: 0, y, width: 200, height }, { y: 78 }, { height: 120 }, { height: phone.height - keyboard });

  it('is at the foot, and at the top where the selection reaches the foot', () => {
    expect([dock(100), dock(590), dock(630), dock(700)]).toEqual(['foot', 'foot', 'top', 'top']);
  });

  it('counts from the keyboard', () => {
    expect([dock(100, 24, 422), dock(200, 24, 422)]).toEqual(['foot', 'top']);
  });

  it('stays at the foot where neither end is free, or no selection is visible', () => {
    expect([dock(0, 700), dock(120, 620)]).toEqual(['foot', 'top']);
    expect(dockOf(null, { y: 78 }, { height: 120 }, phone)).toBe('foot');
  });
});
