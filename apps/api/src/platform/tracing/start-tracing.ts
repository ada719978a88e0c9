import type { Config } from '../config/config.ts';
import type { Tracing } from './tracing.ts';

/** Begins to trace when a receiver is set; otherwise nothing is loaded, listens or counts. */
export async function startTracing({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }: Config): Promise<Tracing | null> {
  if (endpoint === undefined) return null;
  const { openTelemetry } = await import('./open-telemetry.ts');
  return openTelemetry(endpoint);
}
