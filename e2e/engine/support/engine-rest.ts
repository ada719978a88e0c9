/**
 * Knows whether the engine has something left to do on its page: it animates in frames, and lays out neighbours and
 * reports the place in idle time. Loaded before the engine; whatever else runs on the page is waited for as well.
 */
const pending = new Set<string>();

const { requestAnimationFrame, cancelAnimationFrame, requestIdleCallback, cancelIdleCallback } = window;

window.requestAnimationFrame = (work) => {
  const id = requestAnimationFrame.call(window, (time) => {
    // What the work asks for in its turn is known before this is over.
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

/** Whether no frame and no idle callback is still to come. Files that are on their way do not count. */
export const isIdle = (): boolean => pending.size === 0;

/** Resolves after the next frame, which does not count itself. */
export function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame.call(window, () => resolve());
  });
}

/** Resolves when two frames in a row found nothing left to do. */
export async function idle(): Promise<void> {
  for (let quiet = 0; quiet < 2; quiet = isIdle() ? quiet + 1 : 0) await nextFrame();
}
