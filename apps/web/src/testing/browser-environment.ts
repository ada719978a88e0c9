/** The environment of the DOM tests transforms code as for a browser. Each test file makes its own page (page.ts). */
export default { name: 'browser', viteEnvironment: 'client', setup: () => ({ teardown() {} }) };
