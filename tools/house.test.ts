import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { measureHouse } from './check-house.mjs';

const lines = (count: number, text = 'x') => `${text}\n`.repeat(count);
const figuresOf = (files: Readonly<Record<string, string>>) =>
  measureHouse(new Map(Object.entries(files))).map(({ value }) => value);

describe('measures of the tree', () => {
  it('count small files, neighbours’ helpers, full folders, literal addresses, compared sentences and busy states', () => {
    const files = {
      'apps/web/src/a/screen.tsx': `import './helper.ts';\n${lines(60)}`,
      'apps/web/src/a/helper.ts': "fetch('/api/x'); setBusy(true)\n",
      'apps/api/src/b.ts': "if (error.detail === 'x') {}\n",
      'packages/contract/src/site.ts': "'/api/x'\n",
    };
    expect(figuresOf(files)).toEqual([50, 25, 2, 1, 1, 1]);
  });

  it('know a file that two use, one that another folder uses, and a package by its name', () => {
    const files = {
      'apps/web/src/a/one.ts': "import './shared.ts';\nimport '@cuentos/domain/time/clock';\n",
      'apps/web/src/a/two.ts': "import './shared.ts';\n",
      'apps/web/src/a/shared.ts': '',
      'packages/domain/src/time/clock.ts': '',
    };
    expect(figuresOf(files)[1]).toBe(0);
  });

  it('know what has its name in every module, and what is started by its address', () => {
    const files = {
      'apps/web/src/x.ts': '',
      'apps/api/src/modules/a/module.ts': "import './routes.ts';\nimport './repository.ts';\nimport './helper.ts';\n",
      'apps/api/src/modules/a/routes.ts': '',
      'apps/api/src/modules/a/repository.ts': '',
      'apps/api/src/modules/a/helper.ts': '',
    };
    expect(figuresOf(files)[1]).toBe(20);
  });
});

it('leaves the demonstration shop its author: nothing of the shop itself knows her name', () => {
  const found = (folder: string) =>
    spawnSync('git', ['grep', '-il', 'tralma', '--', folder], { encoding: 'utf8' }).stdout;
  expect(found('demo'), 'she is looked for by her name').not.toBe('');
  expect(found('apps') + found('packages')).toBe('');
});
