import { useEffect, useRef, useState } from 'react';
import { sessionFarewell } from '../session-farewell.ts';
import { readerTexts as t } from '../texts.ts';
import { ReaderDialog } from './reader-dialog.tsx';

/** Says that the session is over before the book goes. */
export function SessionOver() {
  const [open, setOpen] = useState(false);
  const answered = useRef<() => void>(() => {});
  useEffect(
    () =>
      sessionFarewell.register(
        () =>
          new Promise((resolve) => {
            answered.current = resolve;
            setOpen(true);
          }),
      ),
    [],
  );
  return (
    <ReaderDialog
      open={open}
      title={t.sessionOver.title}
      confirm={t.sessionOver.leave}
      onAnswer={() => {
        setOpen(false);
        answered.current();
      }}
    >
      <p>{t.sessionOver.text}</p>
    </ReaderDialog>
  );
}
