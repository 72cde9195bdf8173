/**
 * An index of undici with only `request` and two agents. The library's own index also loads fetch,
 * WebSocket, caches and mocks, which take a third of the time of a command that reads. undici is pinned
 * to an exact version, and a test compares this index with the original.
 */
const index = `
const Dispatcher = require('./lib/dispatcher/dispatcher')
const api = require('./lib/api')
Object.assign(Dispatcher.prototype, api)
exports.Agent = require('./lib/dispatcher/agent')
exports.EnvHttpProxyAgent = require('./lib/dispatcher/env-http-proxy-agent')
exports.request = (address, { dispatcher, ...options }) => {
  const { origin, pathname, search } = new URL(address)
  return dispatcher.request({ ...options, origin, path: pathname + search })
}
`

export const slimUndici = () => ({
  name: 'slim-undici',
  load: {
    filter: { id: /[\\/]node_modules[\\/]undici[\\/]index\.js$/ },
    handler: () => ({ code: index }),
  },
})
