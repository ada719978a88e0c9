import { configure } from '@testing-library/react';

// Two shared cores are busy at times, and some screens come with their own files.
configure({ asyncUtilTimeout: 10_000 });
