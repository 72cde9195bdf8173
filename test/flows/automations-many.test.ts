import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { createAutomationRunner } from '../../src/service/automations/engine/run.ts'
import { linearGraph, startAutomation } from '../support/automations/automations.ts'
import { addList } from '../support/campaign-fixtures.ts'
import { testClock } from '../support/clock.ts'
import { startService, type TestService } from '../support/service.ts'

let server: TestService
afterEach(() => server.close())

test('a round of 500 active automations asks about as little as a round of one', async () => {
  const queries: string[] = []
  server = await startService({ clock: testClock(), queries })
  const { service, api } = server
  await addList(server, ['ana@correo.example'])
  const tag = { id: 'marca', type: 'add_tag', config: { tag: 'vista' } } as const
  const graph = linearGraph({ type: 'event', event: 'visita' }, [tag])
  const id = await startAutomation(api, graph)
  const runRound = createAutomationRunner(service)
  const trigger = async () => {
    const body = { email: 'ana@correo.example', event: 'visita' }
    expect((await api('POST', `/automations/${id}/trigger`, body)).status).toBe(200)
  }
  const count = async () => {
    queries.length = 0
    await runRound()
    return queries.length
  }
  const idle = await count()
  await addCopies(id, 499)
  expect(await count()).toBe(idle)
  // Their triggers are read once.
  await trigger()
  await count()
  await trigger()
  expect(await count()).toBeLessThan(30)

  async function addCopies(of: number, copies: number): Promise<void> {
    const { db } = service
    await sql`
      insert into automations (account_id, name, status, version, activated_at, created_at, updated_at)
      with recursive n(i) as (select 1 union all select i + 1 from n where i < ${copies})
      select account_id, name, status, version, activated_at, created_at, updated_at
      from automations, n where id = ${of}
    `.execute(db)
    await sql`
      insert into automation_versions (automation_id, version, definition, created_at)
      select a.id, v.version, replace(v.definition, 'visita', 'otra'), v.created_at
      from automations a, automation_versions v where v.automation_id = ${of} and a.id <> ${of}
    `.execute(db)
  }
})
