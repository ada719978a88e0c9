import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A relay to a server that adds the delay of a slow connection. */
export interface SlowLine {
  readonly url: string;
  /** While false, the relay adds no delay: the preparation of a measurement runs at full speed. */
  slow: boolean;
  close(): Promise<void>;
}

interface Speed {
  /** Round-trip time, ms. */
  readonly roundTripMs: number;
  /** Rate towards the browser, shared by all connections. */
  readonly bitsPerSecond: number;
}

/**
 * Relays bytes to `target`. A connection costs a round trip and each direction half of one; all answers share the rate.
 */
export async function slowLine(target: string, { roundTripMs, bitsPerSecond }: Speed): Promise<SlowLine> {
  const { port } = new URL(target);
  const sockets = new Set<Socket>();
  const half = roundTripMs / 2;
  const bytesPerMs = bitsPerSecond / 8 / 1000;
  /** Time at which the last byte sent so far leaves the relay. */
  let busyUntil = 0;
  const line: SlowLine = { url: '', slow: false, close };

  const server = createServer((near) => {
    const far = connect(Number(port), '127.0.0.1');
    for (const socket of [near, far]) {
      socket.setNoDelay(true);
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => sockets.delete(socket));
    }
    const handshake = performance.now() + (line.slow ? roundTripMs : 0);
    relay(near, far, () => Math.max(performance.now(), handshake) + (line.slow ? half : 0));
    relay(far, near, (bytes) => {
      if (!line.slow) return performance.now();
      busyUntil = Math.max(performance.now(), busyUntil) + bytes / bytesPerMs;
      return busyUntil + half;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  async function close(): Promise<void> {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  }
  return Object.assign(line, { url: `http://localhost:${(server.address() as AddressInfo).port}` });
}

/** Forwards pieces in order, each at the time that `arrival` returns. */
function relay(from: Socket, to: Socket, arrival: (bytes: number) => number): void {
  const waiting: { readonly at: number; readonly work: () => void }[] = [];
  let timer: NodeJS.Timeout | null = null;
  const pump = (): void => {
    timer = null;
    while (waiting[0] && waiting[0].at <= performance.now()) waiting.shift()?.work();
    if (waiting[0]) timer = setTimeout(pump, Math.max(0, waiting[0].at - performance.now()));
  };
  const later = (bytes: number, work: () => void): void => {
    waiting.push({ at: Math.max(waiting.at(-1)?.at ?? 0, arrival(bytes)), work });
    if (!timer) pump();
  };
  from.on('data', (piece: Buffer) => {
    // Splits pieces to the size of packets, so that several connections share the rate.
    for (let at = 0; at < piece.length; at += 1448) {
      const packet = piece.subarray(at, at + 1448);
      later(packet.length, () => void (to.destroyed || to.write(packet)));
    }
  });
  from.on('end', () => later(0, () => void to.end()));
  // Closes the browser's connection when the server closes an idle one during a request, so that the browser sends the
  // request again.
  from.on('close', () => {
    if (!from.readableEnded) later(0, () => void to.destroy());
  });
}
