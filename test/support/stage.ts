import { join } from 'node:path'
import { freePort } from '../../src/cli/processes.ts'
import { newFolder } from './folder.ts'
import { callApi, type ServeOptions, type ServiceProcess, startServiceProcess } from './process.ts'
import { parseMessage, startSinkProcess } from './smtp-sink.ts'
import { waitFor } from './wait.ts'

const sender = 'hola@tienda.example'
/** As many as one call takes. */
const batch = 5000

// biome-ignore lint/suspicious/noExplicitAny: a test looks into bodies of every shape
type Call = (path: string, body?: unknown) => Promise<any>

/** An installation with a verified sender and a list, whose service does not run at the moment. */
export interface Stage {
  folder: string
  database: string | undefined
  /** One each for the services that work at once: on SQLite only one may. */
  ports: number[]
  /** The base address of the first one's API, and who calls it. */
  url: string
  token: string
  get: Call
  post: Call
  list: number
  count: number
}

/** `count` is the length of the list, `database` a `postgres://` URL instead of an SQLite file. */
export async function setStage(count: number, database?: string): Promise<Stage> {
  const folder = newFolder()
  const port = await freePort()
  const sink = await startSinkProcess(join(folder, 'codes.ndjson'))
  let service: ServiceProcess | undefined
  try {
    service = await startServiceProcess({ folder, database, smtpUrl: sink.url, port })
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
      const contacts = people(from, Math.min(from + batch, count))
      await post(`/lists/${list}/contacts`, { contacts })
    }
    const ports = database ? [port, await freePort()] : [port]
    return { folder, database, ports, url, token, get, post, list, count }
  } finally {
    await service?.stop()
    await sink.stop()
  }
}

const people = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => ({
    email: `cliente.${from + at}@correo.example`,
    nombre: 'Lucía',
  }))

/** Nobody listens there: of what sends no mail. */
const noRelay = 'smtp://127.0.0.1:9'

/** The stage's service, at the address that the stage calls. */
export const startOnStage = (
  { folder, database, url }: Stage,
  { smtpUrl = noRelay, ...more }: Partial<Pick<ServeOptions, 'smtpUrl' | 'flags'>> = {},
): Promise<ServiceProcess> =>
  startServiceProcess({ folder, database, smtpUrl, port: Number(new URL(url).port), ...more })

/** A campaign to the whole list, with opens and clicks tracked; answers its id at once. */
export async function beginCampaign(
  { post, list }: Stage,
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

export const untilSent = ({ get }: Stage, campaign: number): Promise<void> =>
  waitFor(async () => (await get(`/campaigns/${campaign}`)).status === 'sent', 60_000)
