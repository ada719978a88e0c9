/**
 * Knows whether the engine still has work on its page: animation frames, idle callbacks for neighbours and position
 * reports, and timers that wait until a window or a hand is still. It is loaded before the engine, and waits for the
 * work of other scripts of the page as well.
 */
const pending = new Set<string>();
const timers = new Set<unknown>();

const { requestAnimationFrame, cancelAnimationFrame, requestIdleCallback, cancelIdleCallback } = window;
const { setTimeout, clearTimeout } = window;

window.requestAnimationFrame = (work) => {
  const id = requestAnimationFrame.call(window, (time) => {
    // The work's own requests are counted before this one ends.
    try {
      work(time);
    } finally {
      pending.delete(`frame ${id}`);
    }
  });
  pending.add(`frame ${id}`);
  return id;
};
window.cancelAnimationFrame = (id) => {
  pending.delete(`frame ${id}`);
  cancelAnimationFrame.call(window, id);
};
window.requestIdleCallback = (work, options) => {
  const id = requestIdleCallback.call(
    window,
    (deadline) => {
      try {
        work(deadline);
      } finally {
        pending.delete(`idle ${id}`);
      }
    },
    options,
  );
  pending.add(`idle ${id}`);
  return id;
};
window.cancelIdleCallback = (id) => {
  pending.delete(`idle ${id}`);
  cancelIdleCallback.call(window, id);
};

window.setTimeout = ((work: () => void, ms?: number) => {
  const id = setTimeout(() => {
    try {
      work();
    } finally {
      timers.delete(id);
    }
  }, ms);
  timers.add(id);
  return id;
}) as typeof setTimeout;
window.clearTimeout = (id) => {
  timers.delete(id);
  clearTimeout(id);
};

/** Whether no frame and no idle callback is pending. Timers and files under way do not count. */
export const isIdle = (): boolean => pending.size === 0;

/** Whether no timer is pending, and each frame has its document, pictures and fonts. */
export const isComplete = (): boolean =>
  timers.size === 0 &&
  [...document.querySelectorAll('iframe')].every(({ contentDocument: inner }) => {
    if (inner?.readyState !== 'complete') return false;
    return inner.fonts.status === 'loaded' && [...inner.images].every(({ complete }) => complete);
  });

/** Resolves after the next frame; this request itself does not count. */
export function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame.call(window, () => resolve());
  });
}

/** Resolves when two frames in a row found nothing left to do. */
export async function idle(): Promise<void> {
  for (let quiet = 0; quiet < 2; quiet = isIdle() ? quiet + 1 : 0) await nextFrame();
}
