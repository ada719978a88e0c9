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
  failed: 'La voz se detuvo. Toca «Escuchar» para seguir.',
  finished: 'Fin del libro.',
} as const;
