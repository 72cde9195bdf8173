// Messages a second from a whole campaign, beside what the bare pool does with ready-made messages.
// node scripts/run.js bench/send.ts [--count 20000] [--kb 5] [--links 5] [--database postgres://…]
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { systemClock } from '../src/core/clock.ts'
import { randomDigits } from '../src/core/ids.ts'
import { create } from '../src/service/campaigns/create.ts'
import { openDatabase } from '../src/service/database/connect.ts'
import { dialectOf, type Executor } from '../src/service/database/dialect.ts'
import type { Call } from '../src/service/handler.ts'
import { createLog } from '../src/service/log.ts'
import { composeMessage } from '../src/service/mail/mime.ts'
import { createPool } from '../src/service/mail/pool.ts'
import { openSecrets } from '../src/service/secrets.ts'
import type { Service } from '../src/service/service.ts'
import { insertAccount } from '../src/service/users/store.ts'
import { startWorkers, type Workers } from '../src/service/workers.ts'

const { values: options } = parseArgs({
  options: {
    count: { type: 'string', default: '20000' },
    kb: { type: 'string', default: '5' },
    links: { type: 'string', default: '5' },
    connections: { type: 'string', default: '8' },
    database: { type: 'string' },
  },
})
const count = Number(options.count)
const connections = Number(options.connections)
const html = page(Number(options.kb) * 1024, Number(options.links))
const folder = mkdtempSync(join(tmpdir(), 'remite-bench-'))
const sink = spawn(process.execPath, ['bench/sink.mjs'], { stdio: ['ignore', 'pipe', 'inherit'] })
const [port] = await once(createInterface({ input: sink.stdout }), 'line')
const smtpUrl = `smtp://127.0.0.1:${port}`

const bare = await measurePool()
const whole = await measureCampaign()
console.log(
  JSON.stringify({
    html_kb: Number(options.kb),
    links: Number(options.links),
    pool_per_second: Math.round(bare),
    campaign_per_second: Math.round(whole),
    share: Number((whole / bare).toFixed(2)),
    rss_mb: Math.round(process.memoryUsage().rss / 1024 / 1024),
  }),
)
sink.kill()
rmSync(folder, { recursive: true })

function page(bytes: number, links: number): string {
  const anchors = Array.from(
    { length: links },
    (_, index) => `<p><a href="https://tienda.example/producto/${index}">Ver {{ nombre }}</a></p>`,
  )
  const filler = '<p>Rebajas de enero, hasta el domingo y en todas las tiendas.</p>\n'
  const body = filler.repeat(Math.ceil(bytes / filler.length)).slice(0, bytes)
  return `<html><body>${anchors.join('')}${body.slice(0, body.lastIndexOf('</p>') + 4)}<a href="{{ unsubscribe_url }}">Baja</a></body></html>`
}

async function measurePool(): Promise<number> {
  const pool = createPool({ url: smtpUrl, connections })
  const raw = composeMessage({
    from: { address: 'hola@tienda.example' },
    to: { address: 'ana@correo.example' },
    subject: 'Rebajas',
    date: new Date(),
    messageId: 'a@b.example',
    boundary: 'b',
    html,
    text: 'Rebajas',
  })
  let left = count
  const started = performance.now()
  await Promise.all(
    Array.from({ length: connections * 2 }, async () => {
      while (left-- > 0) await pool.send({ from: 'a@b.example', to: 'c@d.example', raw })
    }),
  )
  const seconds = (performance.now() - started) / 1000
  await pool.close()
  return count / seconds
}

async function measureCampaign(): Promise<number> {
  const { db, reader, close } = await openDatabase(options.database ?? join(folder, 'remite.db'))
  const clock = systemClock
  let workers: Workers | undefined
  const service: Service = {
    db,
    reader,
    clock,
    secrets: await openSecrets(db, 'bench', clock.now()),
    resolver: { txt: async () => [], mx: async () => [] },
    log: createLog(process.stderr, clock),
    settings: {
      publicUrl: 'https://correo.tienda.example',
      smtpUrl,
      smtpConnections: connections,
      serviceMail: 'remite@mail.example',
      hostName: 'mail.example',
      dkimSelector: 'remite',
      machineWindowMs: 0,
    },
    wake: () => workers?.wake(),
  }
  const account = await insertAccount(db, {
    parentId: null,
    username: `bench${clock.now()}`,
    email: 'ana@example.org',
    nombre: 'Ana',
    role: 'Admin',
    passHash: '',
    language: 'es',
    timezone: 'UTC',
    plan: 'paid',
    now: clock.now(),
  })
  const list = await fillList(db, account)
  workers = startWorkers(service)
  const input = {
    camp_name: 'Rebajas',
    asunto: 'Hola {{ nombre }}',
    html,
    from_mail: 'hola@tienda.example',
    list_id: [list],
    track_reads: true,
    track_links: true,
  }
  const { id } = await create(service)(input, callOf(db, account))
  for (;;) {
    await clock.sleep(100)
    const row = await db
      .selectFrom('campaigns')
      .select(['status', 'sent', 'started_at', 'sent_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    if (row.status !== 'sent') continue
    await workers.stop()
    await close()
    if (row.sent !== count) throw new Error(`${row.sent} of ${count} were sent`)
    return count / (((row.sent_at ?? 0) - (row.started_at ?? 0)) / 1000)
  }
}

async function fillList(db: Executor, account: number): Promise<number> {
  const now = systemClock.now()
  await sql`
    insert into senders (account_id, from_name, from_mail, from_key, verified_at, code_expires_at,
      code_tries, spf, dkim, dmarc, created_at)
    values (${account}, 'Tienda', 'hola@tienda.example', 'hola@tienda.example', ${now}, 0, 0, 1, 1, 1, ${now})
  `.execute(db)
  const { rows } = await sql<{ id: number }>`
    insert into lists (account_id, public_id, name, description, double_optin, created_at, updated_at)
    values (${account}, ${String(randomDigits(15))}, 'Clientes', '', 0, ${now}, ${now}) returning id
  `.execute(db)
  const list = rows[0]?.id ?? 0
  for (let start = 0; start < count; start += 1000) {
    const people = Array.from({ length: Math.min(1000, count - start) }, (_, index) => ({
      sid: randomDigits(15),
      email: `p${start + index}@correo.example`,
    }))
    await sql`
      insert into contacts (account_id, list_id, sid, email, email_key, domain, nombre, status,
        source, version, created_at, updated_at)
      select ${account}, ${list}, sid, email, email, 'correo.example', 'Ana', 'active', 'api', 1,
        ${now}, ${now}
      from ${dialectOf(db).records(people, { sid: 'int', email: 'text' })} as r
    `.execute(db)
  }
  return list
}

function callOf(db: Executor, account: number): Call {
  return {
    account: { id: account, role: 'Admin', jti: '', language: 'es', timezone: 'UTC' },
    language: 'es',
    ip: '',
    requestId: '',
    accept: 'json',
    headers: {},
    transact: (work) => db.transaction().execute(work),
  }
}
