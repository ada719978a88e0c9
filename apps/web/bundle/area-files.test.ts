import { expect, it } from 'vitest';
import { areaOnlyFiles } from './area-files.ts';

it('lists the files that only the working areas load, at any depth, and no file that a reader needs', () => {
  const files = areaOnlyFiles({
    'shell.html': {
      file: 'shell.js',
      imports: ['_vendor.js'],
      dynamicImports: ['reader.tsx', 'src/app/area-screens.tsx'],
    },
    'public.html': { file: 'starter.js', dynamicImports: ['public.tsx'] },
    'public.tsx': { file: 'public.js', imports: ['_vendor.js'] },
    'reader.html': { file: 'entry.js', imports: ['_vendor.js'], dynamicImports: ['reader.tsx'] },
    '_vendor.js': { file: 'vendor.js' },
    'reader.tsx': { file: 'reader.js', imports: ['_shared.js'], css: ['reader.css'] },
    '_shared.js': { file: 'shared.js' },
    'src/app/area-screens.tsx': { file: 'area.js', imports: ['_shared.js'], dynamicImports: ['sales.tsx'] },
    'sales.tsx': { file: 'sales.js', imports: ['_chart.js', '_vendor.js'], css: ['chart.css'] },
    '_chart.js': { file: 'chart.js' },
    'font.woff2': { file: 'font.woff2' },
  });
  expect([...files].toSorted()).toEqual(['area.js', 'chart.css', 'chart.js', 'sales.js']);
});
