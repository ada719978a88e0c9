import { describe, expect, it } from 'vitest';
import { wholeView, within, zoomAt } from './picture-view.tsx';

const picture = { width: 300, height: 200 };
const frame = { width: 390, height: 700 };

describe('a zoomed picture', () => {
  it('keeps the point under the finger in its place', () => {
    const at = { x: 60, y: -40 };
    const near = zoomAt({ scale: 2, x: 10, y: 5 }, 1.7, at);
    const before = { x: (at.x - 10) / 2, y: (at.y - 5) / 2 };
    const after = { x: (at.x - near.x) / near.scale, y: (at.y - near.y) / near.scale };
    expect(after.x).toBeCloseTo(before.x);
    expect(after.y).toBeCloseTo(before.y);
  });

  it('is never smaller than the window and never larger than eight times', () => {
    expect(within(zoomAt(wholeView, 0.2, { x: 0, y: 0 }), picture, frame)).toEqual(wholeView);
    expect(within(zoomAt(wholeView, 99, { x: 0, y: 0 }), picture, frame).scale).toBe(8);
  });

  it('cannot be dragged out of the window', () => {
    expect(within({ scale: 1, x: 500, y: -500 }, picture, frame)).toEqual(wholeView);
    expect(within({ scale: 4, x: 5000, y: -5000 }, picture, frame)).toEqual({ scale: 4, x: 405, y: -50 });
  });
});
