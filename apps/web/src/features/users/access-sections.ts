/** Sections of the profile about other ways in, which are fetched as one file. */
export { AppPasswordsSection } from './app-passwords-section.tsx';
export { PasskeysSection } from './passkeys-section.tsx';
