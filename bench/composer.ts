// Composes messages for compose.ts, in a process of its own: with the sources of this build or of another.
import { generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createSids } from '../src/core/sids.ts'
import type { Campaign } from '../src/service/campaigns/store.ts'
import { compileCampaign } from '../src/service/delivery/compile-campaign.ts'
import { prepareMail } from '../src/service/delivery/prepare-mail.ts'
import { ScratchBuffer } from '../src/service/mail/scratch-buffer.ts'
import { closeSigning, signatureBy, tokenOptions } from './composer-options.ts'
import { newsletter, personalNewsletter } from './newsletter.ts'

export interface ComposeCase {
  html: 'small' | 'large' | 'tags' | 'filters'
  isSigned: boolean
  /** Copies a finished message instead. */
  isLimit: boolean
  ms: number
}

export interface ComposeRun {
  messages: number
  wallMs: number
  /** The main thread's time on a processor. */
  mainMs: number
  cpuMs: number
  bytes: number
}

const sources = {
  small: newsletter(5 * 1024, 5),
  large: newsletter(45 * 1024, 20),
  tags: personalNewsletter(45 * 1024, 600),
  filters: personalNewsletter(45 * 1024, 600, ' | default: "cliente"'),
}

/** The messages that the service composes while others are on their way. */
const inFlight = 64

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const ed25519 = generateKeyPairSync('ed25519')
const signers = [
  { kind: 'rsa', selector: 'remite', privateKey: rsa.privateKey, publicKey: '' },
  { kind: 'ed25519', selector: 'remite-ed', privateKey: ed25519.privateKey, publicKey: '' },
] as const

const now = Date.UTC(2026, 0, 7)
const people = ['María José', 'Íñigo', 'Ana', 'José Ángel', 'Begoña']
const cities = ['A Coruña', 'León', 'Sevilla', 'Málaga', 'Vitoria']

async function compiled(html: string, isSigned: boolean) {
  const campaign = {
    ...{
      id: 1200,
      account_id: 7,
      asunto: 'Rebajas de enero, {{ nombre }}',
      preheader: '',
      html,
      text: '',
    },
    ...{ track_reads: 1, track_links: 1, utm: '{}', from_mail: 'hola@tienda.example' },
    ...{ from_name: 'Tienda Ñandú', reply_to: null },
  } as unknown as Campaign
  const prepared = await prepareMail.run({
    campaign,
    language: 'es',
    postalAddresses: [],
    firstLinkPosition: 0,
  })
  return compileCampaign(campaign, prepared, {
    replyTo: null,
    sids: createSids(Buffer.alloc(16, 3)),
    publicUrl: 'https://correo.tienda.example',
    hostName: 'mail.tienda.example',
    bounceDomain: 'rebotes.tienda.example',
    signature: signatureBy(isSigned ? signers : [], 'tienda.example'),
    attachments: [],
    renderTime: { messages: 0, ms: 0 },
    ...tokenOptions,
  })
}

async function run({ html, isSigned, isLimit, ms }: ComposeCase): Promise<ComposeRun> {
  const mail = await compiled(sources[html], isSigned)
  let made = 0
  let bytes = 0

  async function compose(buffer: ScratchBuffer): Promise<Buffer> {
    const id = 50_000_000 + made++
    const recipient = {
      ...{ id, contact_id: id + 7, email: `persona${id}@correo.example` },
      ...{ nombre: people[id % 5] ?? '', list_id: 31, list_name: 'Clientes de España' },
      ...{ list_public_id: 'l31', variant: null, visit: 0 },
    }
    const fields = { ciudad: cities[id % 5] ?? '', pedido: id, tienda: 'Gran Vía' }
    const { raw } = await mail.compose(recipient, fields, { now, buffer })
    bytes += raw.length
    return raw
  }

  const finished = Buffer.from(await compose(new ScratchBuffer()))
  const target = Buffer.alloc(finished.length)
  made = 0
  bytes = 0
  const cpu = process.cpuUsage()
  const main = mainThreadMs()
  const start = performance.now()
  const end = start + ms
  if (isLimit) {
    while (performance.now() < end) {
      for (let count = 0; count < 100; count++) target.set(finished)
      made += 100
    }
    bytes = made * finished.length
  } else {
    const work = async () => {
      const buffer = new ScratchBuffer()
      // A pause now and then, as between the answers of a relay.
      while (performance.now() < end) {
        await compose(buffer)
        if (made % 64 === 0) await new Promise(setImmediate)
      }
    }
    await Promise.all(Array.from({ length: inFlight }, work))
  }
  const wallMs = performance.now() - start
  const { user, system } = process.cpuUsage(cpu)
  const mainMs = mainThreadMs() - main
  return { messages: made, wallMs, mainMs, cpuMs: (user + system) / 1000, bytes: bytes / made }
}

/** Linux alone tells the time of one thread. */
const mainThreadMs = (): number =>
  Number(readFileSync('/proc/self/schedstat', 'latin1').split(' ')[0]) / 1e6

process.on('message', async (wanted: ComposeCase) => process.send?.(await run(wanted)))
process.on('disconnect', async () => {
  await closeSigning()
  process.exit()
})
