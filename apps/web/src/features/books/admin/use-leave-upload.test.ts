import { act, renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { confirmStore } from '../../../ui/overlays/confirm.ts';
import { useLeaveUpload } from './use-leave-upload.ts';

it('asks before leaving while files are being sent, and not after they have arrived', async () => {
  const onClose = vi.fn();
  const { result, rerender } = renderHook(({ busy }) => useLeaveUpload(busy, onClose), {
    initialProps: { busy: true },
  });
  const closing = result.current();
  expect(confirmStore.current()?.title).toBe('El archivo se está subiendo');
  act(() => rerender({ busy: false }));
  expect(confirmStore.current()).toBeNull();
  await closing;
  expect(onClose).not.toHaveBeenCalled();
  await result.current();
  expect(onClose).toHaveBeenCalledOnce();
});
