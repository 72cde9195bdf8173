import { join } from 'node:path'
import { newFolder } from '../folder.ts'
import { freePort } from '../free-port.ts'
import { parseMessage, startSinkProcess } from '../mail/smtp-sink.ts'
import { waitFor } from '../wait.ts'
import {
  callApi,
  type ServeOptions,
  type ServiceProcess,
  startServiceProcess,
} from './service-process.ts'

const sender = 'hola@tienda.example'
/** The maximum number of contacts per API call. */
const batch = 5000

// biome-ignore lint/suspicious/noExplicitAny: a test looks into bodies of every shape
type Call = (path: string, body?: unknown) => Promise<any>

/** A stopped installation with a verified sender and a list. */
export interface Installation {
  folder: string
  database: string | undefined
  /** One for each service that runs at the same time. On SQLite only one can. */
  ports: number[]
  /** The base URL of the first service's API. */
  url: string
  token: string
  get: Call
  post: Call
  list: number
  count: number
}

/**
 * Creates an installation with a list of `count` contacts. `database` is a `postgres://` URL; without
 * it, the database is an SQLite file. `program` is the one that creates it, if not ours.
 */
export async function createInstallation(
  count: number,
  database?: string,
  program?: string,
): Promise<Installation> {
  const folder = newFolder()
  const port = await freePort()
  const sink = await startSinkProcess(join(folder, 'codes.ndjson'))
  let service: ServiceProcess | undefined
  try {
    service = await startServiceProcess({ folder, database, smtpUrl: sink.url, port, program })
    const { url, firstAccount } = service
    const { token } = await callApi(`${url}/auth/getToken`, { method: 'POST', body: firstAccount })
    const get: Call = (path) => callApi(url + path, { token })
    const post: Call = (path, body) => callApi(url + path, { method: 'POST', body, token })
    await post('/senders', { from_name: 'Tienda', from_mail: sender })
    await waitFor(() => sink.messages().length > 0)
    const { text = '' } = await parseMessage(sink.messages()[0]?.raw ?? Buffer.alloc(0))
    const code = /^ {4}(\d{6})$/m.exec(text)?.[1]
    await post('/senders/verify', { from_mail: sender, code })
    const { id: list } = await post('/lists', { name: 'Clientes' })
    for (let from = 0; from < count; from += batch) {
      const contacts = contactRows(from, Math.min(from + batch, count))
      await post(`/lists/${list}/contacts`, { contacts })
    }
    const ports = database ? [port, await freePort()] : [port]
    return { folder, database, ports, url, token, get, post, list, count }
  } finally {
    await service?.stop()
    await sink.stop()
  }
}

const contactRows = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => ({
    email: `cliente.${from + index}@correo.example`,
    nombre: 'Lucía',
  }))

/** No server listens at this address. For services that send no mail. */
const noRelay = 'smtp://127.0.0.1:9'

/** Starts the service of the installation on the port that `get` and `post` call. */
export const startInstallation = (
  { folder, database, url }: Installation,
  { smtpUrl = noRelay, ...more }: Partial<Pick<ServeOptions, 'smtpUrl' | 'flags' | 'program'>> = {},
): Promise<ServiceProcess> =>
  startServiceProcess({ folder, database, smtpUrl, port: Number(new URL(url).port), ...more })

/** Creates and starts a campaign to the whole list, with open and click tracking, and returns its id. */
export async function startCampaign(
  { post, list }: Installation,
  html: string,
  more: object = {},
): Promise<number> {
  const { id } = await post('/campaigns', {
    camp_name: 'Rebajas',
    asunto: 'Rebajas de enero, {{ nombre }}',
    html,
    from_mail: sender,
    list_id: [String(list)],
    track_reads: true,
    track_links: true,
    ...more,
  })
  return id
}

export const untilSent = ({ get }: Installation, campaign: number): Promise<void> =>
  waitFor(async () => (await get(`/campaigns/${campaign}`)).status === 'sent', 120_000)
