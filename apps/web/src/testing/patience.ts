import { configure } from '@testing-library/react';
import { vi } from 'vitest';

const PATIENCE_MS = 10_000;

// Two shared cores are busy at times, and some screens come with their own files.
configure({ asyncUtilTimeout: PATIENCE_MS });
const { waitFor } = vi;
vi.waitFor = async (condition, options = PATIENCE_MS) => waitFor(condition, options);
