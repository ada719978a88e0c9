import { limits } from '@cuentos/contract/limits';

/** Largest size of a stored cover or portrait, px: twice the largest size on a screen. */
const LARGEST = { width: 1600, height: 2400 } as const;

/**
 * Makes a picture that is too heavy or has too many pixels small enough to send; returns any other unchanged.
 * @returns null when it cannot be opened as a picture
 */
export async function shrinkPicture(file: File, isLarge = file.size > limits.imageBytes): Promise<File | null> {
  if (!isLarge) return file;
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
    const scale = Math.min(1, LARGEST.width / bitmap.width, LARGEST.height / bitmap.height);
    const [width, height] = [Math.round(bitmap.width * scale), Math.round(bitmap.height * scale)];
    const canvas = new OffscreenCanvas(Math.max(1, width), Math.max(1, height));
    const brush = canvas.getContext('2d');
    if (!brush) return null;
    // Fills the background, because transparent parts would become black.
    brush.fillStyle = '#fff';
    brush.fillRect(0, 0, canvas.width, canvas.height);
    brush.imageSmoothingQuality = 'high';
    brush.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    bitmap.close();
    const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 });
    return new File([blob], file.name.replace(/\.\w+$/, '.jpg'), { type: 'image/jpeg' });
  } catch {
    return null;
  }
}
