import { z } from 'zod';

// zod would try to compile its checks with `new Function`, which this site's policy refuses and reports.
z.config({ jitless: true });

export { z };
