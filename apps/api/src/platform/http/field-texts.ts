/**
 * Sentence per field for `fields` of a 422 answer; a field without one gets {@link fallback}. The forms
 * check the same rules before sending, so a person rarely sees these.
 */
const texts: Readonly<Record<string, string>> = {
  name: 'El nombre debe tener al menos 3 caracteres.',
  email: 'El correo no es válido.',
  password: 'La contraseña debe tener al menos 8 caracteres.',
  new_password: 'La contraseña debe tener al menos 8 caracteres.',
  confirmPassword: 'Las contraseñas no coinciden.',
  cfi_range: 'CFI no es un rango válido',
  note: 'La nota puede tener hasta 5.000 caracteres.',
};

const fallback = 'Este dato no es válido.';

/** The Spanish sentence for a field that broke a rule. */
export function fieldText(field: string): string {
  return texts[field] ?? fallback;
}
