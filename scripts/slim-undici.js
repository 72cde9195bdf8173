/**
 * Of undici the client takes `request` and two agents. Its index also starts fetch, WebSocket, caches
 * and mocks: a third of the time of a command that reads. So the bundle gets an index without them.
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
