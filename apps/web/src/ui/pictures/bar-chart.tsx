import { useEffect, useRef, useState } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';

export interface ChartSeries {
  readonly name: string;
  /** Custom property of the design system with the bars' colour. */
  readonly paint: `--cb-chart-${1 | 2 | 3}`;
  /** One value per point; the bar of a negative one hangs below the line. */
  readonly values: readonly number[];
}

interface BarChartProps {
  /** Sentence that describes the chart. */
  readonly summary: string;
  /** Labels under the axis; some are left out when space is short. */
  readonly labels: readonly string[];
  /** Text for each point, shown under the pointer. */
  readonly details: readonly string[];
  readonly series: readonly ChartSeries[];
  /** Formats a number for the vertical axis. */
  readonly format: (value: number) => string;
}

/** Height of the chart, px; the holder's class `h-65` has the same. */
const HEIGHT = 260;
const LABEL_WIDTH = 76;

/** Bars over time; drawn again when the width or the colours change. */
export function BarChart({ summary, labels, details, series, format }: BarChartProps) {
  const holder = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState<number | null>(null);
  useEffect(() => {
    const element = holder.current;
    if (!element) return undefined;
    let chart: uPlot | null = null;
    const draw = () => {
      chart?.destroy();
      const width = element.clientWidth;
      if (width > 0) chart = new uPlot(optionsOf({ width, labels, series, format, setAt }), dataOf(series), element);
    };
    const sizes = new ResizeObserver(draw);
    sizes.observe(element);
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    scheme.addEventListener('change', draw);
    return () => {
      sizes.disconnect();
      scheme.removeEventListener('change', draw);
      chart?.destroy();
    };
  }, [labels, series, format]);
  return (
    <figure>
      <div className="flex min-h-6 flex-wrap items-center gap-x-5 gap-y-1 text-xs text-ink-2">
        {series.map(({ name, paint }) => (
          <span key={name} className="inline-flex items-center gap-2">
            <svg aria-hidden="true" width="14" height="10">
              <rect width="14" height="10" rx="1" fill={`var(${paint})`} />
            </svg>
            {name}
          </span>
        ))}
        <span className="figures ml-auto">{at === null ? '' : details[at]}</span>
      </div>
      {/* Contains the drawing's width, so that the page can shrink with the window. */}
      <div ref={holder} aria-hidden="true" className="mt-3 h-65 w-full contain-inline-size" />
      <figcaption className="mt-2 text-sm text-ink-2">{summary}</figcaption>
    </figure>
  );
}

function dataOf(series: readonly ChartSeries[]): uPlot.AlignedData {
  const length = series[0]?.values.length ?? 0;
  return [Array.from({ length }, (_, index) => index), ...series.map(({ values }) => [...values])];
}

interface Drawing extends Pick<BarChartProps, 'labels' | 'series' | 'format'> {
  readonly width: number;
  readonly setAt: (at: number | null) => void;
}

function optionsOf({ width, labels, series, format, setAt }: Drawing): uPlot.Options {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  const font = `12px ${colour('--cb-font-sans')}`;
  const labelStep = Math.max(
    1,
    Math.ceil(labels.length / Math.max(2, Math.floor((width - LABEL_WIDTH) / LABEL_WIDTH))),
  );
  const shownLabels = labels.map((_, index) => index).filter((index) => index % labelStep === 0);
  const paths = uPlot.paths.bars?.({ size: [0.72, 20, 2], align: 0 });
  return {
    width,
    height: HEIGHT,
    legend: { show: false },
    cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
    scales: {
      x: { time: false, range: [-0.6, labels.length - 0.4] },
      // Adds room above the highest bar, and keeps the line for zero visible when all values are small.
      y: { range: (_, low, high) => [Math.min(0, low * 1.15), Math.max(1, high * 1.1)] },
    },
    axes: [
      {
        stroke: colour('--cb-ink-3'),
        font,
        grid: { show: false },
        ticks: { show: false },
        splits: () => shownLabels,
        values: (_, at) => at.map((index) => labels[index] ?? ''),
      },
      {
        stroke: colour('--cb-ink-3'),
        font,
        size: LABEL_WIDTH,
        space: 36,
        grid: { stroke: colour('--cb-chart-grid'), width: 1 },
        ticks: { show: false },
        values: (_, values) => values.map((value) => (Number.isInteger(value) ? format(value) : '')),
      },
    ],
    series: [
      {},
      ...series.map(({ paint }) => ({
        fill: colour(paint),
        width: 0,
        points: { show: false },
        ...(paths ? { paths } : {}),
      })),
    ],
    hooks: { setCursor: [({ cursor }) => setAt(cursor.idx ?? null)] },
  };
}
