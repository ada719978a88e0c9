/** Work that continues after the answer was sent. Its failures are ignored, because the jobs find unfinished work. */
export interface Background {
  /**
   * Starts work. If work of the same name is running, the latest request runs after it; if it waits for a place, the
   * latest request replaces it.
   */
  run(name: string, work: () => Promise<unknown>): Promise<void>;
  /** Resolves when nothing is running any more; for a graceful stop. */
  idle(): Promise<void>;
}

interface Task {
  done: Promise<void>;
  next: (() => Promise<unknown>) | null;
}

/** Runs at most `limit` pieces of work at once; the others wait in line. */
export function createBackground(limit: number): Background {
  const tasks = new Map<string, Task>();
  const waiters: (() => void)[] = [];
  let busy = 0;
  const enter = async (): Promise<void> => {
    if (busy >= limit) await new Promise<void>((resolve) => waiters.push(resolve));
    else busy += 1;
  };
  const leave = (): void => {
    const next = waiters.shift();
    if (next) next();
    else busy -= 1;
  };
  const loop = async (name: string, task: Task, first: () => Promise<unknown>): Promise<void> => {
    let work: (() => Promise<unknown>) | null = first;
    while (work) {
      await enter();
      // Runs the request that replaced this one while it waited; later requests need another turn.
      work = task.next ?? work;
      task.next = null;
      await work().catch(() => undefined);
      leave();
      work = task.next;
    }
    tasks.delete(name);
  };
  return {
    async run(name, work) {
      const running = tasks.get(name);
      if (running) {
        running.next = work;
        return running.done;
      }
      const task: Task = { done: Promise.resolve(), next: null };
      tasks.set(name, task);
      task.done = loop(name, task, work);
      return task.done;
    },
    async idle() {
      while (tasks.size > 0) await Promise.all([...tasks.values()].map(async (task) => task.done));
    },
  };
}
