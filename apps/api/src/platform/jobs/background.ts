/** Work that goes on after the answer was sent. */
export interface Background {
  /**
   * Starts work, or, when work of that name is running, runs it once more after: news that came meanwhile is not
   * lost. Failures are the work's own business; what is left undone is found by the jobs.
   */
  run(name: string, work: () => Promise<unknown>): Promise<void>;
  /** Resolves when nothing is running any more; for a graceful stop. */
  idle(): Promise<void>;
}

interface Task {
  done: Promise<void>;
  again: (() => Promise<unknown>) | null;
}

/** Runs at most `limit` pieces of work at once; the others wait in line. */
export function createBackground(limit: number): Background {
  const tasks = new Map<string, Task>();
  const line: (() => void)[] = [];
  let busy = 0;
  const enter = async (): Promise<void> => {
    if (busy >= limit) await new Promise<void>((resolve) => line.push(resolve));
    else busy += 1;
  };
  const leave = (): void => {
    const next = line.shift();
    if (next) next();
    else busy -= 1;
  };
  const loop = async (name: string, task: Task, first: () => Promise<unknown>): Promise<void> => {
    let work: (() => Promise<unknown>) | null = first;
    while (work) {
      await enter();
      // A request that came while this turn waited in line is part of it; a later one needs another turn.
      task.again = null;
      await work().catch(() => undefined);
      leave();
      work = task.again;
    }
    tasks.delete(name);
  };
  return {
    async run(name, work) {
      const running = tasks.get(name);
      if (running) {
        running.again = work;
        return running.done;
      }
      const task: Task = { done: Promise.resolve(), again: null };
      tasks.set(name, task);
      task.done = loop(name, task, work);
      return task.done;
    },
    async idle() {
      while (tasks.size > 0) await Promise.all([...tasks.values()].map(async (task) => task.done));
    },
  };
}
