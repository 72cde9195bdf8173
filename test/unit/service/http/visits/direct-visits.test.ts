import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { PageAnswer } from '../../../../../src/service/http/page.ts'
import { answerVisits } from '../../../../../src/service/http/visits/direct-visits.ts'

test.each([
  [
    'throws',
    () => {
      throw new Error('broken')
    },
  ],
  [
    'rejects',
    async (): Promise<PageAnswer> => {
      throw new Error('broken')
    },
  ],
])('a visit whose page %s is answered by the framework', async (_, handle) => {
  const counted: string[] = []
  const answers = answerVisits([{ method: 'GET', path: '/o/:token', isVisit: true, handle }], {
    limits: { countVisit: () => true },
    trustedProxies: 0,
    count: (route) => void counted.push(route),
  })
  const server = createServer((request, response) => {
    const otherwise = () => response.writeHead(500).end('the framework')
    if (!answers(request, response, otherwise)) otherwise()
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo // TCP
  const answer = await fetch(`http://127.0.0.1:${port}/o/token`)
  expect([answer.status, await answer.text()]).toEqual([500, 'the framework'])
  expect(counted).toEqual([])
})
