import { expect, test } from 'vitest'
import { listenOn } from '../../../../src/cli/serve/addresses.ts'

test('a sandbox listens where it is told to, and on any free port of this machine otherwise', async () => {
  expect(await listenOn({ listen: '127.0.0.2:8481' }, true)).toEqual({
    host: '127.0.0.2',
    port: 8481,
  })
  expect(await listenOn({ port: 8482 }, true)).toEqual({ host: '127.0.0.1', port: 8482 })
  const { host, port } = await listenOn({}, true)
  expect([host, port > 0]).toEqual(['127.0.0.1', true])
})

test('a port changes the port of the address, and nothing else', async () => {
  const both = { listen: '0.0.0.0:8480', port: 8483 }
  expect(await listenOn(both, false)).toEqual({ host: '0.0.0.0', port: 8483 })
})
