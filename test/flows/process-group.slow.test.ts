import { rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished } from 'vitest'
import { connect } from '../../src/service/database/connect.ts'
import { onPostgres } from '../support/database/on-postgres.ts'
import { createPostgres } from '../support/database/postgres.ts'
import { newFolder } from '../support/folder.ts'
import { freePort } from '../support/free-port.ts'
import { createAuthority } from '../support/mail/certificates.ts'
import { startSinkProcess } from '../support/mail/smtp-sink.ts'
import { remiteIn } from '../support/processes/binary.ts'
import { createInstallation, startCampaign, untilSent } from '../support/processes/installation.ts'
import { maxUncertain, readOutcome } from '../support/processes/interrupted-send.ts'
import {
  type ServiceProcess,
  spokenIn,
  startServiceProcess,
} from '../support/processes/service-process.ts'
import { waitFor } from '../support/wait.ts'

const server = process.env.REMITE_TEST_DATABASE_URL ?? ''
const noRelay = 'smtp://127.0.0.1:9'
const timeout = 400_000

interface LogLine {
  event: string
  pid?: number
  code?: number
}

const logOf = ({ lines }: ServiceProcess): LogLine[] =>
  lines.flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []))

/** The pids of the children, in the order in which they started. */
const childrenOf = (service: ServiceProcess): number[] =>
  logOf(service).flatMap(({ event, pid }) => (event === 'started' ? (pid ?? []) : []))

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

async function newDatabase(): Promise<string> {
  const { url, drop } = await createPostgres(server)
  onTestFinished(drop)
  return url
}

/** Starts a service of several processes, and waits for all of them. */
async function startGroup(
  count: number,
  options: Parameters<typeof startServiceProcess>[0],
): Promise<ServiceProcess> {
  const { flags = [] } = options
  const service = await startServiceProcess({
    ...options,
    flags: [...flags, '--processes', String(count)],
  })
  onTestFinished(async () => {
    for (const pid of childrenOf(service)) if (isRunning(pid)) process.kill(pid, 'SIGKILL')
    await service.kill()
  })
  await waitFor(() => childrenOf(service).length === count)
  return service
}

const untilAllEnded = (pids: readonly number[]) => waitFor(() => !pids.some(isRunning), 60_000)

onPostgres(
  'a process that is killed in the middle of a send is started again, and nobody is mailed twice',
  { timeout },
  async () => {
    const count = 800
    const database = await newDatabase()
    const installation = await createInstallation(count, database)
    const { folder } = installation
    const sink = await startSinkProcess(join(folder, 'sent.ndjson'), { answerMs: 20 })
    onTestFinished(sink.stop)
    const port = Number(new URL(installation.url).port)
    const service = await startGroup(2, { folder, database, smtpUrl: sink.url, port })
    const campaign = await startCampaign(installation, '<p>Hola</p>')
    await waitFor(() => sink.messages().length > 100)
    process.kill(childrenOf(service)[0] ?? 0, 'SIGKILL')
    expect(sink.messages().length).toBeLessThan(count)
    await waitFor(() => childrenOf(service).length === 3)
    // The new process takes over the work of the killed one. It does not wait for its lease of 45 s.
    await waitFor(
      () => logOf(service).some(({ event }) => event === 'work of dead processes was recovered'),
      30_000,
    )
    await untilSent(installation, campaign)
    const { states, lost, duplicates } = await readOutcome(database, campaign, sink.messages())
    const { sent = 0, uncertain = 0, ...others } = states
    expect({ lost, duplicates, others }).toEqual({ lost: [], duplicates: [], others: {} })
    expect(sent + uncertain).toBe(count)
    expect(uncertain).toBeLessThanOrEqual(maxUncertain)
    expect(logOf(service)).toContainEqual(
      expect.objectContaining({ event: 'a process ended and is started again', code: 137 }),
    )
    expect(await service.stop()).toBe(0)
    expect(childrenOf(service).filter(isRunning)).toEqual([])
  },
)

onPostgres(
  'processes share their addresses, are one target of Prometheus, and speak once',
  { timeout },
  async () => {
    const database = await newDatabase()
    const folder = newFolder()
    const metrics = `127.0.0.1:${await freePort()}`
    const port = await freePort()
    const settings = join(folder, 'remite.json')
    writeFileSync(settings, JSON.stringify({ 'relay-rate': 5 }))
    const service = await startGroup(3, {
      ...{ folder, database, smtpUrl: noRelay, port },
      flags: [
        '--metrics',
        metrics,
        '--config',
        settings,
        '--bounce-listen',
        '127.0.0.1:0',
        // The keys are renewed once.
        ...['--dkim-selector', 'otro', '--new-dkim-keys'],
        // Connections are opened when they are needed.
        '--database-connections',
        '500',
      ],
    })
    const spoken = service.lines.map(spokenIn)
    expect(spoken.filter((line) => line.startsWith('Listening: '))).toHaveLength(1)
    expect(spoken.filter((line) => line.startsWith('First account: '))).toHaveLength(1)
    expect(spoken.filter((line) => line.startsWith('Accepting bounces: '))).toHaveLength(1)

    const shortage = spoken.join(' ').replace(/\s+/g, ' ')
    expect(shortage.match(/may open 15\d\d connections to PostgreSQL/g)).toHaveLength(1)

    const { db, close } = connect(database)
    onTestFinished(close)
    const rows = await db.selectFrom('processes').select('pid').execute()
    expect(rows.map(({ pid }) => pid).sort()).toEqual([...childrenOf(service)].sort())

    // Each connection goes to the next process.
    const instances = new Set<string>()
    for (let request = 0; request < 9; request++) {
      const answer = await fetch(new URL('/health', service.url), {
        headers: { connection: 'close' },
      })
      instances.add(JSON.stringify(await answer.json()))
    }
    expect(instances.size).toBe(1)
    const text = await (await fetch(`http://${metrics}/metrics`)).text()
    const requests = [
      ...text.matchAll(
        /^remite_http_request_duration_seconds_count\{process="(\d)".*\/health.* (\d)$/gm,
      ),
    ].map(([, place, count]) => [Number(place), Number(count)])
    expect(requests).toEqual([
      [1, 3],
      [2, 3],
      [3, 3],
    ])
    expect(text.match(/^# TYPE remite_http_request_duration_seconds histogram$/gm)).toHaveLength(1)
    expect(text).toMatch(/^process_start_time_seconds\{process="3"\} \d/m)
    expect(text).not.toContain('null')

    writeFileSync(settings, JSON.stringify({ 'relay-rate': 50 }))
    process.kill(service.pid, 'SIGHUP')
    const reread = () => logOf(service).filter(({ event }) => event === 'settings read again')
    await waitFor(() => reread().length === 3)
    expect(await service.stop()).toBe(0)
    expect(childrenOf(service).filter(isRunning)).toEqual([])
  },
)

onPostgres('two processes together keep to the rate of the relay', { timeout }, async () => {
  const rate = 10
  const database = await newDatabase()
  const installation = await createInstallation(3000, database)
  const { folder, url } = installation
  const sink = await startSinkProcess(join(folder, 'sent.ndjson'))
  onTestFinished(sink.stop)
  await startGroup(2, {
    ...{ folder, database, smtpUrl: sink.url, port: Number(new URL(url).port) },
    flags: ['--relay-rate', String(rate)],
  })
  const { db, close } = connect(database)
  onTestFinished(close)
  const beats = async () =>
    (await db.selectFrom('processes').select('alive_until').execute()).map((row) => row.alive_until)
  const latest = Math.max(...(await beats()))
  // A process that joins others waits 15 s before its first message, until they know of it.
  await sleep(15_000)
  await waitFor(async () => Math.min(...(await beats())) > latest, 60_000)
  const since = performance.now()
  await startCampaign(installation, '<p>Hola</p>')
  await waitFor(() => sink.messages().length >= 160, 60_000)
  const count = sink.messages().length
  const seconds = (performance.now() - since) / 1000
  // Two seconds are saved up while nothing is sent. With the whole rate for each, the limit is exceeded.
  expect(count).toBeLessThanOrEqual(rate * (seconds + 2))
})

onPostgres('processes end by themselves when their parent is killed', { timeout }, async () => {
  const database = await newDatabase()
  const folder = newFolder()
  const service = await startGroup(2, {
    ...{ folder, database, smtpUrl: noRelay, port: await freePort() },
  })
  const pids = childrenOf(service)
  await service.kill()
  await untilAllEnded(pids)
  // They ended in order: their rows are gone.
  const { db, close } = connect(database)
  onTestFinished(close)
  expect(await db.selectFrom('processes').selectAll().execute()).toEqual([])
})

onPostgres(
  'a group whose first process cannot start ends with the exit code and sentence of that process',
  { timeout },
  async () => {
    const database = await newDatabase()
    const taken = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => taken.once('listening', resolve))
    onTestFinished(() => void taken.close())
    const { port } = taken.address() as { port: number } // TCP
    const folder = newFolder()
    const remite = remiteIn(folder)
    const { code, stderr } = await remite(
      ['serve', '--folder', folder, '--smtp', noRelay, '--port', String(port), '--processes', '2'],
      {
        env: { REMITE_DATABASE_URL: database, REMITE_MASTER_KEY: 'a master key for tests' },
      },
    )
    const sentence = stderr.replace(/\s+/g, ' ')
    expect(sentence.match(/already listening there/g)).toHaveLength(1)
    expect(code).toBe(2)
    expect(stderr).toContain(`127.0.0.1:${port}`)
  },
)

onPostgres('a group ends when a process cannot be started again', { timeout }, async () => {
  const database = await newDatabase()
  const folder = newFolder()
  const [certificate, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  const identity = createAuthority('An authority').issue('mx.rebotes.example')
  writeFileSync(certificate, identity.cert)
  writeFileSync(key, identity.key)
  const service = await startGroup(2, {
    ...{ folder, database, smtpUrl: noRelay, port: await freePort() },
    flags: [
      ...['--bounce-listen', '127.0.0.1:0'],
      ...['--bounce-tls-cert', certificate, '--bounce-tls-key', key],
    ],
  })
  const [first = 0, second = 0] = childrenOf(service)
  rmSync(key)
  process.kill(first, 'SIGKILL')
  await waitFor(() => !isRunning(service.pid), 60_000)
  await untilAllEnded([first, second])
  expect(logOf(service).filter(({ event }) => event === 'a process cannot be started')).toEqual([
    expect.objectContaining({ code: 2 }),
  ])
  expect(await service.stop()).toBe(2)
})
