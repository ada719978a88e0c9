/**
 * Returns the result of the work, if it finishes in time.
 * @param limit milliseconds
 * @param onTimeout returns the result, or throws, when the work takes longer; the work itself continues
 */
export async function withTimeout<T, Late>(work: Promise<T>, limit: number, onTimeout: () => Late): Promise<T | Late> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, limit);
  }).then(onTimeout);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
