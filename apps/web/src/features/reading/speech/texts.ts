/** Words of the reading aloud. */
export const speechTexts = {
  title: 'Lectura en voz alta',
  play: 'Escuchar',
  pause: 'Pausar',
  previous: 'Frase anterior',
  next: 'Frase siguiente',
  stop: 'Terminar de escuchar',
  rate: 'Velocidad',
  voice: 'Voz',
  noVoice: 'Tu navegador no tiene una voz en español instalada.',
  noVoiceHint: 'Puedes agregar una en los ajustes de tu teléfono o computador, en «Texto a voz».',
  noSpeech: 'Tu navegador no puede leer en voz alta.',
  notes: 'Leer también las notas',
  failures: {
    silent: 'La voz no responde. Elige otra o toca «Escuchar».',
    network: 'Esta voz necesita conexión, y no hay otra en este dispositivo.',
    refused: 'Tu navegador espera un toque tuyo: toca «Escuchar».',
    failed: 'La voz se detuvo. Toca «Escuchar» para seguir.',
  },
  substitute: (name: string) => `La voz elegida necesita conexión: por ahora lee ${name}.`,
  finished: 'Fin del libro.',
} as const;
