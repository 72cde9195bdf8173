import { closeSync, openSync, readSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '../../../src/service/database/connect.ts'
import type { Executor } from '../../../src/service/database/dialect.ts'
import { maxSubmitting } from '../../../src/service/delivery/pacing/max-submitting.ts'
import { readSinkMessages, type SinkMessage, startSinkProcess } from '../mail/smtp-sink.ts'
import { waitFor } from '../wait.ts'
import { type Installation, startCampaign, untilSent } from './installation.ts'
import { type ServiceProcess, startServiceProcess } from './service-process.ts'

/** The most recipients that a service with its eight connections is submitting at a time. */
export const maxUncertain = maxSubmitting(8)

/** A worker that changes nothing for this long has nothing left to do. Longer than two ticks. */
const idleMs = 2500

/** Far longer than a send takes. */
const timeoutMs = 120_000

const html = '<p>Hola {{ nombre }}</p><a href="https://tienda.example/rebajas">Ver</a>'

export interface SendOutcome {
  /** Messages that the relay had received when the service was killed. */
  atKill: number
  /** Recipients in each state. */
  states: Record<string, number>
  /** The campaign statistics of the API. */
  stats: Record<string, number>
  /** Recipients that are neither delivered nor uncertain. */
  lost: string[]
  /** Recipients and Message-IDs that the relay received more than once. */
  duplicates: string[]
  /** The number of uncertain recipients whose message the relay received. */
  uncertainDelivered: number
  /** The number of recipients with each variant of an A/B test. */
  variants: Record<string, number>
  /** Recipients who received another variant than the one assigned to them. */
  wrongVariant: string[]
  /** Exit codes of the services at the end. */
  exits: (number | null)[]
}

export interface InterruptOptions {
  /** Additional fields of the campaign. */
  more?: object
  /** The kill happens before this many messages are delivered. */
  killBefore?: number
  /** Called after the restart. */
  afterKill?(campaign: number): Promise<void>
}

/**
 * Sends a campaign to the whole list, kills a service at a random moment, restarts it, and returns the
 * outcome when the campaign has ended.
 */
export async function sendInterrupted(
  installation: Installation,
  random: () => number,
  { more = {}, killBefore = installation.count, afterKill = async () => {} }: InterruptOptions = {},
): Promise<SendOutcome> {
  const { folder, database, ports, get } = installation
  const file = join(folder, `sunk-${performance.now()}.ndjson`)
  const sink = await startSinkProcess(file)
  const start = (port: number) => startServiceProcess({ folder, database, smtpUrl: sink.url, port })
  const services: ServiceProcess[] = []
  try {
    for (const port of ports) services.push(await start(port))
    const campaign = await startCampaign(installation, html, more)
    await untilReceived(file, Math.floor(random() * killBefore))
    await sleep(random() * 50)
    const victim = Math.floor(random() * services.length)
    await services[victim]?.kill()
    const atKill = readSinkMessages(file).length
    if (database) await declareDead(database, campaign)
    services[victim] = await start(ports[victim] ?? 0)
    await afterKill(campaign)
    await untilSent(installation, campaign)
    const stats = await get(`/campaigns/${campaign}/stats`)
    const exits = await Promise.all(services.splice(0).map((service) => service.stop()))
    const outcome = await readOutcome(
      database ?? join(folder, 'remite.db'),
      campaign,
      readSinkMessages(file),
    )
    return { atKill, stats, exits, ...outcome }
  } finally {
    await Promise.all(services.map((service) => service.kill()))
    await sink.stop()
    rmSync(file)
  }
}

/** Waits until the sink file has this many lines. Reads only new bytes, because the file is large. */
async function untilReceived(file: string, messages: number): Promise<void> {
  const handle = openSync(file, 'r')
  const buffer = Buffer.alloc(1024 * 1024)
  let count = 0
  try {
    await waitFor(() => {
      const bytes = readSync(handle, buffer)
      count += buffer.toString('latin1', 0, bytes).split('\n').length - 1
      return count >= messages
    }, timeoutMs)
  } finally {
    closeSync(handle)
  }
}

/**
 * Declares the killed service dead, as if a minute had passed. First waits until the other services have
 * processed everything that they may claim: they are declared dead too, until their next heartbeat.
 */
async function declareDead(source: string, campaign: number): Promise<void> {
  const { db, close } = await openDatabase(source)
  try {
    let last = ''
    let since = performance.now()
    await waitFor(async () => {
      const now = JSON.stringify(await statesOf(db, campaign))
      if (now !== last) since = performance.now()
      last = now
      return performance.now() - since > idleMs
    }, timeoutMs)
    await db.updateTable('processes').set({ alive_until: 0 }).execute()
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

/** Compares the recipients of a campaign that has ended with what the relay received. */
export async function readOutcome(
  source: string,
  campaign: number,
  messages: readonly SinkMessage[],
) {
  const { db, close } = await openDatabase(source)
  try {
    const states = await statesOf(db, campaign)
    const recipients = await db
      .selectFrom('recipients')
      .select(['address_key', 'state', 'variant'])
      .where('campaign_id', '=', campaign)
      .execute()
    const deliveredTo = messages.flatMap(({ to }) => to)
    const ids = messages.map(({ raw }) => /^Message-ID: (.+)$/im.exec(raw.toString('latin1'))?.[1])
    const arrived = new Set(deliveredTo)
    const isDelivered = ({ address_key }: { address_key: string }) => arrived.has(address_key)
    const uncertain = recipients.filter(({ state }) => state === 'uncertain')
    const subjects = new Map(messages.map(({ to, raw }) => [to[0], subjectOf(raw)]))
    const assigned = recipients.filter(({ variant }) => variant !== null)
    const certain = recipients.filter(({ state }) => state !== 'uncertain')
    return {
      states,
      lost: certain
        .filter((recipient) => !isDelivered(recipient))
        .map(({ address_key }) => address_key),
      duplicates: [...repeated(deliveredTo), ...repeated(ids)],
      variants: countsOf(assigned.map(({ variant }) => String(variant))),
      wrongVariant: assigned
        .filter(
          (recipient) =>
            isDelivered(recipient) &&
            subjects.get(recipient.address_key) !== `Version ${recipient.variant}`,
        )
        .map(({ address_key }) => address_key),
      uncertainDelivered: uncertain.filter(isDelivered).length,
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
