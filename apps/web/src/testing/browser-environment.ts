/** The environment of the DOM tests: code as browsers get it. Each file makes its page itself (page.ts). */
export default { name: 'browser', viteEnvironment: 'client', setup: () => ({ teardown() {} }) };
