import fastify from 'fastify'
import { expect, test } from 'vitest'
import { clientAddress } from '../../../../../src/service/http/visits/client-address.ts'

const headers = [
  undefined,
  '',
  ' ',
  ',',
  '203.0.113.7',
  '198.51.100.1, 203.0.113.7',
  '198.51.100.1,  2001:db8::1 , 203.0.113.7',
  ',198.51.100.1,,203.0.113.7,',
  'unknown, 203.0.113.7',
]

test.each([0, 1, 2, 3])(
  'with %i trusted proxies, the address is that of the framework',
  async (trusted) => {
    const server = fastify({ trustProxy: (_, hop) => hop < trusted })
    server.get('/', async (request) => ({
      ours: clientAddress(request.raw, trusted),
      theirs: request.ip,
    }))
    for (const header of headers) {
      const { body } = await server.inject({
        ...{ method: 'GET', url: '/', remoteAddress: '192.0.2.1' },
        headers: header === undefined ? {} : { 'x-forwarded-for': header },
      })
      const { ours, theirs } = JSON.parse(body)
      expect(ours, String(header)).toBe(theirs)
    }
    await server.close()
  },
)
