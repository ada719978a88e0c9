import { Component, type ReactNode } from 'react';
import { PlainFailure } from './plain-failure.tsx';

/** Where there is no router to catch it: a screen that cannot be drawn leaves a sentence and a way to try again. */
export class FailureBoundary extends Component<{ readonly children: ReactNode }, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? <PlainFailure /> : this.props.children;
  }
}
