import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { writeState } from '../../../src/cli/sandbox/state.ts'
import type { Clock } from '../../../src/core/clock.ts'
import type { Language } from '../../../src/core/language.ts'
import type { Resolver } from '../../../src/service/resolver.ts'
import { startCatchAll } from '../../../src/service/sandbox/catch-all.ts'
import { startWorkers } from '../../../src/service/workers.ts'
import { type TestClock, testClock } from '../clock.ts'
import { newFolder } from '../folder.ts'
import { keysInDns } from '../mail/signing-keys.ts'
import { createPerson } from '../screens/person.ts'
import { startService } from '../service.ts'
import { waitFor } from '../wait.ts'
import { namesIn } from './files.ts'

/** All folders of all runs have a path of this length, so that every run breaks lines alike. */
const homeLength = 60
const shownHome = '/home/ana/panaderia'.padEnd(homeLength, '-de-lugo')

const domain = 'panaderia.example'

/** The links of a message to its own pages end in a signature. */
const signed = /\/[uoc]\/[\w-]{30,}/g
const uuid = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/g

export interface WorldOptions {
  language: Language
  columns: number
}

/** A service, its relay and DNS, and a person at a terminal. */
export async function openWorld({ language, columns }: WorldOptions) {
  const clock = testClock()
  const dns = new Map<string, string[]>()
  const server = await startService({
    clock,
    resolver: resolverOf(dns),
    log: new PassThrough().resume(),
  })
  const { service, accountId } = server
  const { db } = service
  await db.updateTable('accounts').set({ language }).where('id', '=', accountId).execute()
  const catchAll = await startCatchAll(service)
  const settings = { ...service.settings, smtpUrl: catchAll.url, smtpConnections: 1 }
  // They pause until the clock moves, so that nothing happens while the person types.
  const workers = startWorkers({ ...service, settings })

  const home = join(newFolder(), 'home').padEnd(homeLength, '-')
  mkdirSync(home)
  const sandbox = join(home, '.local', 'state', 'remite', 'sandbox')
  mkdirSync(sandbox, { recursive: true })
  writeState({
    pid: 4711,
    url: server.url,
    instance: 'test',
    folder: sandbox,
    startedAt: new Date(clock.now()).toISOString(),
  })

  const secrets = new Map([
    [home, shownHome],
    [new URL(server.url).host, '127.0.0.1:25000'],
  ])
  const mask = (text: string): string => {
    const masked = text
      .replace(uuid, '3f0c2a54-6a5b-4c0e-9d7e-1b8f40a2c9d1')
      .replace(signed, (link) => link.slice(0, -16).padEnd(link.length, 'Vn3Ks9Qa'))
    return [...secrets].reduce(
      (rest, [secret, shown]) => replaceBroken(rest, secret, shown),
      masked,
    )
  }
  const type = createPerson({
    columns,
    env: { LANG: language === 'es' ? 'es_ES.UTF-8' : 'en_US.UTF-8' },
    home,
    clock: cliClock(clock),
    mask,
  })

  for (const texts of Object.values(await keysInDns(domain))) {
    for (const text of texts) {
      const key = /p=(\S+)/.exec(text)?.[1] ?? ''
      secrets.set(key, 'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A'.repeat(16).slice(0, key.length))
    }
  }

  return {
    server,
    clock,
    files: namesIn(home),
    async type(...command: Parameters<typeof type>): Promise<string> {
      for (const { public_id } of await db.selectFrom('lists').select('public_id').execute()) {
        secrets.set(public_id, 'mQ4xT8vLr2ZkW7Yb'.slice(0, public_id.length))
      }
      return type(...command)
    },
    /** Moves the clock to a time of the week, such as `Tuesday 9:30`. */
    async goTo(day: Day, time: string) {
      const [hours = 0, minutes = 0] = time.split(':').map(Number)
      const at = Date.UTC(2027, 2, 1 + days.indexOf(day), hours - 1, minutes)
      clock.advance(Math.max(0, at - clock.now()))
      await deliver()
    },
    deliver,
    /** Reads the code of the last mail to a new sender. */
    async lastCode(): Promise<string> {
      const mail = await db
        .selectFrom('messages')
        .select('text')
        .orderBy('id', 'desc')
        .executeTakeFirst()
      const code = /^ {4}(\d{6})$/m.exec(mail?.text ?? '')?.[1] ?? ''
      if (code !== '') secrets.set(code, '482913')
      return code
    },
    /** Publishes the DNS records of the domain. */
    async publishDns() {
      dns.set(domain, ['v=spf1 include:mail.example ~all'])
      dns.set(`_dmarc.${domain}`, ['v=DMARC1; p=none'])
      for (const [name, texts] of Object.entries(await keysInDns(domain))) dns.set(name, texts)
    },
    async close() {
      await workers.stop()
      await catchAll.close()
      await server.close()
    },
  }

  /** Lets time pass until every message has left. */
  async function deliver(): Promise<void> {
    await waitFor(async () => {
      clock.advance(100)
      await pause(1)
      return !(await hasWork())
    })
  }

  async function hasWork(): Promise<boolean> {
    const campaign = await db
      .selectFrom('campaigns')
      .select('id')
      .where('status', 'in', ['queued', 'sending'])
      // The campaigns of an automation never finish.
      .where('automation_id', 'is', null)
      .executeTakeFirst()
    const message = await db.selectFrom('message_queue').select('id').executeTakeFirst()
    return campaign !== undefined || message !== undefined
  }
}

/** What a prompt writes where it breaks a line: the end of the color, and the color again. */
const lineBreak = '(?:\\x1b\\[\\d+m)*\\n(?:\\x1b\\[\\d+m)*'

/** Replaces a text by one of the same length, also where a prompt has broken it into lines. */
function replaceBroken(text: string, secret: string, shown: string): string {
  const letters = [...secret].map((letter) => letter.replace(/[.*+?^${}()|[\]\\/]/, '\\$&'))
  const pattern = new RegExp(letters.join(`(?:${lineBreak})?`), 'g')
  return text.replace(pattern, (found) => {
    const rest = [...shown]
    const pieces = found.split(new RegExp(`(${lineBreak})`))
    return pieces
      .map((piece) => (piece.includes('\n') ? piece : rest.splice(0, piece.length).join('')))
      .join('')
  })
}

export type World = Awaited<ReturnType<typeof openWorld>>

const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'] as const
export type Day = (typeof days)[number]

const resolverOf = (dns: ReadonlyMap<string, string[]>): Resolver => ({
  async txt(name) {
    const found = dns.get(name)
    if (found) return found
    throw Object.assign(new Error(`queryTxt ENOTFOUND ${name}`), { code: 'ENOTFOUND' })
  },
  mx: async () => [],
  addresses: async () => [],
})

/** The clock of the person: a pause of a command ends at once, and no time passes. */
const cliClock = ({ now }: TestClock): Clock => ({ now, sleep: () => pause(1) })
