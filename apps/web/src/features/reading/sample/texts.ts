/** Words after a sample's last line. */
export const sampleTexts = {
  title: 'Hasta aquí llega el comienzo',
  end: 'Fin',
  read: (percent: string, timeLeft: string | null) =>
    timeLeft === null
      ? `Leíste el ${percent} de esta parte.`
      : `Leíste el ${percent} de esta parte. Quedan ${timeLeft}.`,
  marks: (count: number, isFree: boolean) => {
    const opens = `Al ${isFree ? 'tenerla' : 'comprarla'} se abre en esta misma frase`;
    if (count === 0) return `${opens}.`;
    return count === 1 ? `${opens}, con tu marca puesta.` : `${opens}, con tus ${count} marcas puestas.`;
  },
  kept: 'Tu página y tus marcas están guardadas en este dispositivo.',
  buy: 'Comprar y seguir leyendo',
  get: 'Seguir leyendo gratis',
  comesOut: (date: string, price: string) => `Sale el ${date} · ${price}`,
  free: 'gratis',
  salesClosed: 'La tienda todavía no abre sus ventas.',
  save: 'Guárdala con tu correo',
  saveOwn: 'Guardarla en mi biblioteca',
  buyNext: (name: string) => `¡Compra ahora!: ${name}`,
  buyNow: '¡Compra ahora!',
  next: 'Lo que sigue',
  seeBook: 'Ver el libro',
  back: 'Volver a la última página',
  noLine: 'Sin conexión no podemos decirte el precio. Lo verás aquí cuando vuelva.',
  gone: 'Esta parte ya no está en la tienda.',
} as const;
