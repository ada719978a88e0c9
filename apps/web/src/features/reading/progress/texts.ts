/** Words of the remaining time. */
export const speedTexts = {
  minutesLeft: (minutes: number): string => {
    if (minutes <= 1) return 'Queda 1 min';
    if (minutes < 60) return `Quedan ${minutes} min`;
    const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
    const time = rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
    return `${hours === 1 && rest === 0 ? 'Queda' : 'Quedan'} ${time}`;
  },
} as const;
