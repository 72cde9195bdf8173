import { sql } from 'kysely'
import { afterEach, expect } from 'vitest'
import { connectPostgres } from '../../../../../src/service/database/connect.ts'
import { isDatabaseDown } from '../../../../../src/service/database/dialect.ts'
import { isUnavailable } from '../../../../../src/service/database/postgres/client.ts'
import { onPostgres } from '../../../../support/database/on-postgres.ts'
import { startSilentProxy } from '../../../../support/silent-proxy.ts'

const server = new URL(process.env.REMITE_TEST_DATABASE_URL ?? 'postgres://127.0.0.1:5432/postgres')

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

async function connectThroughProxy() {
  const proxy = await startSilentProxy({ host: server.hostname, port: Number(server.port) })
  ends.push(proxy.close)
  const url = new URL(server)
  url.port = String(proxy.port)
  const { db, close } = connectPostgres(url.href, {
    connectMs: 500,
    statementMs: 200,
    silentMs: 200,
  })
  ends.push(close)
  const ask = () => sql<{ one: number }>`select 1 as one`.execute(db).then(({ rows }) => rows)
  return { proxy, db, ask }
}

onPostgres(
  'connections that fall silent fail their queries, and new ones take their place',
  async () => {
    const { proxy, ask } = await connectThroughProxy()
    // More queries than the pool has connections.
    const all = () => Promise.allSettled(Array.from({ length: 30 }, ask))
    expect(new Set((await all()).map(({ status }) => status))).toEqual(new Set(['fulfilled']))
    proxy.fallSilent()
    const failed = await all()
    const reasons = failed.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
    expect(reasons).toHaveLength(30)
    expect(reasons.filter((reason) => !isUnavailable(reason))).toEqual([])
    // Work that met it is tried again without end.
    expect(reasons.filter((reason) => !isDatabaseDown(reason))).toEqual([])
    proxy.recover()
    expect(await ask()).toEqual([{ one: 1 }])
  },
)

onPostgres(
  'a transaction on a connection that fell silent fails, and the next one works',
  async () => {
    const { proxy, db, ask } = await connectThroughProxy()
    const broken = db.transaction().execute(async (tx) => {
      await sql`select 1`.execute(tx)
      proxy.fallSilent()
      await sql`select 2`.execute(tx)
    })
    expect(isUnavailable(await broken.catch((error) => error))).toBe(true)
    proxy.recover()
    expect(await ask()).toEqual([{ one: 1 }])
  },
)

onPostgres(
  'the server ends a statement that takes too long, and its connection is used again',
  async () => {
    const { db, ask } = await connectThroughProxy()
    await expect(sql`select pg_sleep(5)`.execute(db)).rejects.toThrow('statement timeout')
    expect(await ask()).toEqual([{ one: 1 }])
  },
)
