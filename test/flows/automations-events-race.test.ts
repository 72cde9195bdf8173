import { expect, test } from 'vitest'
import type { AutomationNode } from '../../src/contract/shapes/flows/automation-node.ts'
import { createAutomationRunner } from '../../src/service/automations/engine/run.ts'
import { runPathsOf, startAutomation } from '../support/automations/automations.ts'
import { addList } from '../support/campaign-fixtures.ts'
import { startService } from '../support/service.ts'

const tag = (id: string): AutomationNode => ({ id, type: 'add_tag', config: { tag: id } })
const awaits = (id: string): AutomationNode => ({
  id,
  type: 'wait_event',
  config: { event: 'custom', name: 'paid', timeout: '4h' },
})

test('events that arrive while three workers make the steps are counted once each', async () => {
  const server = await startService()
  try {
    const emails = Array.from({ length: 40 }, (_, index) => `p${index}@correo.example`)
    await addList(server, emails)
    const automation = await startAutomation(server.api, {
      trigger: { type: 'event', event: 'cart' },
      nodes: [
        { id: 'start', type: 'trigger', config: {} },
        ...[tag('a'), awaits('w1'), tag('b'), awaits('w2'), awaits('w3')],
        { id: 'fin', type: 'exit', config: {} },
      ],
      edges: [
        ['start', 'a'],
        ['a', 'w1'],
        ['w1', 'b', 'yes'],
        ['w1', 'fin', 'timeout'],
        ['b', 'w2'],
        ['w2', 'w3', 'yes'],
        ['w2', 'fin', 'timeout'],
        ['w3', 'fin', 'yes'],
        ['w3', 'fin', 'timeout'],
      ],
    })
    let isReporting = true
    const workers = [1, 2, 3].map(async () => {
      const runNext = createAutomationRunner(server.service)
      while (isReporting) if (!(await runNext())) await server.service.clock.sleep(1)
      while (await runNext());
    })
    await Promise.all(
      emails.map(async (email) => {
        for (const event of ['cart', 'paid', 'paid']) {
          const path = `/automations/${automation}/trigger`
          expect((await server.api('POST', path, { email, event })).status).toBe(200)
        }
      }),
    )
    isReporting = false
    await Promise.all(workers)
    const paths = [...(await runPathsOf(server, automation)).values()].flat()
    expect(paths).toEqual(
      emails.map(() => ({ path: ['start', 'a', 'w1 yes', 'b', 'w2 yes'], ended: null })),
    )
  } finally {
    await server.close()
  }
}, 60_000)
