// How large the machines of an installation are: a month of accounts and campaigns is simulated minute by minute,
// and multiplied by what a message, an open and an imported row were measured to cost (scale/costs.ts).
// node scripts/run.js bench/scale.ts [--set message.cpuMs=0.4 --set use.opens=0.5 …]
import { parseArgs } from 'node:util'
import { print, quantile } from './measure.ts'
import { assumptions, costs } from './scale/costs.ts'
import {
  busiestHour,
  type Month,
  minutes,
  planMonth,
  type Sent,
  sendMonth,
  visitsOf,
} from './scale/month.ts'

const { values } = parseArgs({ options: { set: { type: 'string', multiple: true, default: [] } } })
for (const setting of values.set) set(setting)
const { use, machines } = assumptions

const sizes = [
  { accounts: 100, messages: 1e6 },
  { accounts: 500, messages: 1e7 },
  { accounts: 2000, messages: 1e8 },
  { accounts: 10_000, messages: 1e9 },
]
/** For each average message per second. */
const capacities = [1.2, 1.5, 2, 3, 5]
const smallCampaign = 10_000
/** Small campaigns of which 99 % are sent in this time are sent well. */
const smallMinutes = 15
const hour = 3600
const day = 24 * hour
const gigabyte = 1e9
const megabyte = 1e6

const chosen = sizes.map((size) => choose(size))
reportWaits()
reportMachines()
reportDisks()

interface Choice {
  accounts: number
  messages: number
  average: number
  tried: { capacity: number; sent: Sent }[]
  capacity: number
  sent: Sent
}

/** Tries capacities, and takes the first at which small campaigns do not wait. */
function choose(size: (typeof sizes)[number]): Choice {
  const month: Month = planMonth(size, use)
  const average = size.messages / (minutes * 60)
  const tried = capacities.map((factor) => {
    const capacity = average * factor
    return { capacity, sent: sendMonth(month, capacity) }
  })
  const isQuick = ({ sent }: { sent: Sent }) => waitOf(sent, isSmall, 0.99) <= smallMinutes
  const last = tried.at(-1)
  const best = tried.find(isQuick) ?? last
  if (!best) throw new Error('no capacity was tried')
  return { ...size, average, tried, ...best }
}

function isSmall({ size }: { size: number }): boolean {
  return size <= smallCampaign
}

function waitOf(
  { took }: Sent,
  which: (campaign: { size: number }) => boolean,
  share: number,
): number {
  return quantile(
    took.filter(which).map((each) => each.minutes),
    share,
  )
}

function reportWaits(): void {
  const largest = chosen.at(-1)
  if (!largest) return
  print(
    `${whole(largest.accounts)} accounts with ${whole(largest.messages)} messages in four weeks, ${whole(largest.average)}/s on average: how long campaigns take, in minutes`,
    largest.tried.map(({ capacity, sent }) => {
      const isLarge = ({ size }: { size: number }) => size >= 1e6
      return {
        'messages/s': whole(capacity),
        'busiest hour': whole(busiestHour(sent.perMinute)),
        'small: half': waitOf(sent, isSmall, 0.5),
        'small: 99 %': waitOf(sent, isSmall, 0.99),
        'a million and more: half': waitOf(sent, isLarge, 0.5),
        'a million and more: 95 %': waitOf(sent, isLarge, 0.95),
      }
    }),
  )
}

/** What is done each second of the busiest hour of each kind, as if they were the same hour. */
function peakOf({ capacity, sent, messages }: Choice) {
  const contacts = messages / use.campaigns
  // Imports run by day, in a third of the hours.
  const rows = ((contacts * use.imported) / (minutes * 60)) * 3
  return { messages: capacity, visits: busiestHour(visitsOf(sent.perMinute, use)), rows }
}

function reportMachines(): void {
  print(
    `what the busiest hour takes, with PostgreSQL ${percent(machines.postgresLoad)} busy and a relay of ${machines.relayMs} ms`,
    chosen.map((choice) => {
      const { messages, visits, rows } = peakOf(choice)
      const perProcess = Math.min(
        (machines.relayConnections * 1000) / machines.relayMs,
        (machines.serviceLoad * 1000) / costs.message.serviceCpuMs,
        machines.maxPerProcess,
      )
      const senders = Math.max(1, Math.ceil(messages / perProcess))
      const serving = Math.max(
        senders > 1 ? 2 : 0,
        Math.ceil((visits * costs.open.serviceCpuMs) / 1000 / machines.serviceLoad),
      )
      const others = senders > 1 ? 2 : 0
      const processes = senders + serving + others
      const serviceCores =
        (messages * costs.message.serviceCpuMs +
          visits * costs.open.serviceCpuMs +
          rows * costs.importRow.serviceCpuMs) /
        1000
      const cores =
        (messages * costs.message.cpuMs +
          visits * costs.open.cpuMs +
          rows * costs.importRow.cpuMs +
          processes * costs.idle.cpuMs) /
        1000
      const wal =
        messages * costs.message.walBytes +
        visits * costs.open.walBytes +
        rows * costs.importRow.walBytes
      return {
        'messages/month': whole(choice.messages),
        'messages/s': whole(messages),
        'opens, clicks/s': whole(visits),
        'rows/s': whole(rows),
        'PostgreSQL, cores': (cores / machines.postgresLoad).toFixed(1),
        'WAL, MB/s': ((wal * machines.pageImages) / megabyte).toFixed(1),
        'sender, other processes': `${senders}, ${serving + others}`,
        'their cores': (serviceCores / machines.serviceLoad).toFixed(1),
        connections: processes * machines.connections,
      }
    }),
  )
}

function reportDisks(): void {
  const monthsOf = (days: number) => (days * day) / (minutes * 60)
  print(
    `disks, with messages kept for ${machines.messageDays} days and events for ${machines.eventDays}, ${percent(machines.diskLoad)} full`,
    chosen.map(({ messages }) => {
      const visits = messages * (use.opens + use.clicks)
      const contacts = messages / use.campaigns
      const rows = contacts * use.imported
      const ofMessages = messages * costs.message.storedBytes + visits * costs.open.storedBytes
      const ofEvents = visits * costs.event.storedBytes
      const ofContacts = contacts * costs.importRow.storedBytes
      const wal =
        (messages * costs.message.walBytes +
          visits * costs.open.walBytes +
          rows * costs.importRow.walBytes) *
        machines.pageImages
      const total =
        ofMessages * monthsOf(machines.messageDays) +
        ofEvents * monthsOf(machines.eventDays) +
        ofContacts
      return {
        'messages/month': whole(messages),
        'messages, GB a month': gigabytes(ofMessages),
        'events, GB a month': gigabytes(ofEvents),
        'contacts, GB': gigabytes(ofContacts),
        'all, GB': gigabytes(total),
        'disk, GB': gigabytes(total / machines.diskLoad),
        'WAL, GB a day': gigabytes((wal * day) / (minutes * 60)),
      }
    }),
  )
}

/** Replaces a figure: `message.cpuMs=0.4`, `use.opens=0.5` or `machines.relayMs=20`. */
function set(setting: string): void {
  const [, group = '', name = '', value] = /^(\w+)\.(\w+)=([\d.e+-]+)$/i.exec(setting) ?? []
  const figures: Record<string, Record<string, number>> = { ...costs, ...assumptions }
  const figure = figures[group]
  if (value === undefined || figure?.[name] === undefined) {
    throw new Error(`there is no figure ${setting}`)
  }
  figure[name] = Number(value)
}

function whole(value: number): string {
  return Math.round(value).toLocaleString('en')
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`
}

function gigabytes(bytes: number): string {
  const value = bytes / gigabyte
  return value < 10 ? value.toFixed(1) : whole(value)
}
