import { closeSync, openSync, readSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '../../src/service/database/connect.ts'
import type { Executor } from '../../src/service/database/dialect.ts'
import { type ServiceProcess, startServiceProcess } from './process.ts'
import { readSunk, type SunkMessage, startSinkProcess } from './smtp-sink.ts'
import { beginCampaign, type Stage, untilSent } from './stage.ts'
import { waitFor } from './wait.ts'

/** Eight connections, twice: what the pump lets be in `submitting` at one moment. */
export const mostUncertain = 16

/** How long a worker that has something to do may be silent: more than two ticks. */
const stillMs = 2500

/** Many times what a send takes. */
const mostMs = 60_000

const html = '<p>Hola {{ nombre }}</p><a href="https://tienda.example/rebajas">Ver</a>'

export interface Aftermath {
  /** Messages that the relay had when the service was killed. */
  atKill: number
  /** Recipients in each state. */
  states: Record<string, number>
  /** The same as the API tells it. */
  stats: Record<string, number>
  /** Neither at the relay nor uncertain. */
  lost: string[]
  /** Recipients and Message-IDs that the relay has more than once. */
  twice: string[]
  /** Of the uncertain ones, how many the relay has. */
  uncertainArrived: number
  /** The versions that were drawn, and those whose message is not the one of their version. */
  variants: Record<string, number>
  mistaken: string[]
  /** Exit codes of the services when they were stopped at last. */
  exits: (number | null)[]
}

export interface Interrupted {
  /** What the campaign has beside its content. */
  more?: object
  /** How many messages go out before somebody does something: the kill comes before. */
  reach?: number
  /** What somebody does after the kill. */
  goOn?(campaign: number): Promise<void>
}

/**
 * Sends a campaign to the whole list, kills a service at a random moment of it, starts it again, and
 * looks at what is left when the campaign has ended.
 */
export async function sendInterrupted(
  stage: Stage,
  random: () => number,
  { more = {}, reach = stage.count, goOn = async () => {} }: Interrupted = {},
): Promise<Aftermath> {
  const { folder, database, ports, get } = stage
  const file = join(folder, `sunk-${performance.now()}.ndjson`)
  const sink = await startSinkProcess(file)
  const start = (port: number) => startServiceProcess({ folder, database, smtpUrl: sink.url, port })
  const services: ServiceProcess[] = []
  try {
    for (const port of ports) services.push(await start(port))
    const campaign = await beginCampaign(stage, html, more)
    await untilSunk(file, Math.floor(random() * reach))
    await sleep(random() * 50)
    const victim = Math.floor(random() * services.length)
    await services[victim]?.kill()
    const atKill = readSunk(file).length
    if (database) await outliveLeases(database, campaign)
    services[victim] = await start(ports[victim] ?? 0)
    await goOn(campaign)
    await untilSent(stage, campaign)
    const stats = await get(`/campaigns/${campaign}/stats`)
    const exits = await Promise.all(services.splice(0).map((service) => service.stop()))
    const seen = await compare(database ?? join(folder, 'remite.db'), campaign, readSunk(file))
    return { atKill, stats, exits, ...seen }
  } finally {
    await Promise.all(services.map((service) => service.kill()))
    await sink.stop()
    rmSync(file)
  }
}

/** Reads on from where it was: to begin again each time would take longer than to send. */
async function untilSunk(file: string, messages: number): Promise<void> {
  const handle = openSync(file, 'r')
  const piece = Buffer.alloc(1024 * 1024)
  let count = 0
  try {
    await waitFor(() => {
      const bytes = readSync(handle, piece)
      count += piece.toString('latin1', 0, bytes).split('\n').length - 1
      return count >= messages
    }, mostMs)
  } finally {
    closeSync(handle)
  }
}

/**
 * Half an hour passes: when the others have nothing left that they may touch, the leases of the dead
 * one end. What is written here is the time alone.
 */
async function outliveLeases(source: string, campaign: number): Promise<void> {
  const { db, close } = await openDatabase(source)
  try {
    let last = ''
    let since = performance.now()
    await waitFor(async () => {
      const now = JSON.stringify(await statesOf(db, campaign))
      if (now !== last) since = performance.now()
      last = now
      return performance.now() - since > stillMs
    }, mostMs)
    const ended = { lease_until: 0 }
    await db.updateTable('recipients').set(ended).where('campaign_id', '=', campaign).execute()
    await db.updateTable('campaigns').set(ended).where('id', '=', campaign).execute()
  } finally {
    await close()
  }
}

async function statesOf(db: Executor, campaign: number): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('recipients')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .where('campaign_id', '=', campaign)
    .groupBy('state')
    .orderBy('state')
    .execute()
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

async function compare(source: string, campaign: number, sunk: readonly SunkMessage[]) {
  const { db, close } = await openDatabase(source)
  try {
    const states = await statesOf(db, campaign)
    const recipients = await db
      .selectFrom('recipients')
      .select(['address_key', 'state', 'variant'])
      .where('campaign_id', '=', campaign)
      .execute()
    const reached = sunk.flatMap(({ to }) => to)
    const ids = sunk.map(({ raw }) => /^Message-ID: (.+)$/im.exec(raw.toString('latin1'))?.[1])
    const arrived = new Set(reached)
    const isThere = ({ address_key }: { address_key: string }) => arrived.has(address_key)
    const uncertain = recipients.filter(({ state }) => state === 'uncertain')
    const subjects = new Map(sunk.map(({ to, raw }) => [to[0], subjectOf(raw)]))
    const drawn = recipients.filter(({ variant }) => variant !== null)
    const certain = recipients.filter(({ state }) => state !== 'uncertain')
    return {
      states,
      lost: certain.filter((one) => !isThere(one)).map(({ address_key }) => address_key),
      twice: [...repeated(reached), ...repeated(ids)],
      variants: countsOf(drawn.map(({ variant }) => String(variant))),
      mistaken: drawn
        .filter((one) => isThere(one) && subjects.get(one.address_key) !== `Version ${one.variant}`)
        .map(({ address_key }) => address_key),
      uncertainArrived: uncertain.filter(isThere).length,
    }
  } finally {
    await close()
  }
}

const subjectOf = (raw: Buffer) => /^Subject: (.+)$/im.exec(raw.toString('latin1'))?.[1]?.trim()

function countsOf(values: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1
  return counts
}

function repeated(values: readonly (string | undefined)[]): string[] {
  const seen = new Set<string | undefined>()
  return values.filter((value) => seen.size === seen.add(value).size).map(String)
}
