/** 400 × 600 picture that says the image is not available for now. */
export const COVER_PLACEHOLDER = '/placeholder-400x600.svg';
