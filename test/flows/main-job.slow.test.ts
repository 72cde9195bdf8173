import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import iconv from 'iconv-lite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newFolder } from '../support/folder.ts'
import { parseMessage, type Sink, startSink } from '../support/mail/smtp-sink.ts'
import { type RunResult, remite } from '../support/remite.ts'
import { startService, type TestService } from '../support/service.ts'
import { waitFor } from '../support/wait.ts'

const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0'
const scanner = 'BarracudaLinkChecker/1.0'
const shop = 'https://tienda.example/otoño?de=correo&pág=1'
const csv = { good: 300, twice: 2 }
const openers = 60
const clickers = 20
/** How many of the openers unsubscribe. The mailboxes of the first three do it with one click. */
const leavers = 4

let sink: Sink
let server: TestService
beforeAll(async () => {
  sink = await startSink()
  server = await startService({ workers: true, settings: { smtpUrl: sink.url } })
})
afterAll(async () => {
  await server.close()
  await sink.stop()
})

const cli = remite()
const folder = newFolder()

/** Runs a command and expects the exit code. */
async function runJson(line: string, { code = 0, stdin = '' } = {}): Promise<RunResult> {
  const argv = (line.match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replaceAll('"', ''))
  const result = await cli.with({ stdin })(...argv, '--json')
  expect(result.code, `${line}\n${result.stderr}`).toBe(code)
  return result
}

const email = (row: number): string => `cliente.${row}@correo.example`

/** Rows that an import must reject, by error code. */
const bad: Record<string, string> = {
  required: 'Sin;Correo;;Cádiz;01/02/2026;M;3',
  bad_email: 'José;Peña;jose.correo.example;Cádiz;01/02/2026;M;3',
  bad_date: 'Nuria;Sáez;nuria@correo.example;Ávila;31/02/2026;M;3',
  bad_number: 'Íñigo;Gil;inigo@correo.example;León;01/02/2026;M;tres',
  not_a_choice: 'Zoë;Güell;zoe@correo.example;León;01/02/2026;XXL;3',
  too_long: `${'Ana'.repeat(100)};López;ana.larga@correo.example;León;01/02/2026;M;3`,
  header_break: '"Luz\r\nBcc: todos";Ruiz;luz@correo.example;León;01/02/2026;M;3',
  control_character: 'Mar\x07;Ruiz;mar@correo.example;León;01/02/2026;M;3',
  suppressed: 'Eva;Olvidada;eva.olvidada@correo.example;León;01/02/2026;M;3',
  unbalanced_quote: '"Pía" la alta;Ruiz;pia@correo.example;León;01/02/2026;M;3',
}

/** Writes a file as a Spanish Excel saves it: semicolons, Windows-1252, CRLF, line breaks in quotes. */
function writeContacts(): string {
  const row = (n: number) => {
    const city = n % 50 === 0 ? '"Málaga\r\n(centro)"' : 'Málaga'
    return `Begoña;Núñez;${email(n)};${city};${String((n % 28) + 1).padStart(2, '0')}/03/2026;S;${n}`
  }
  const rows = Array.from({ length: csv.good }, (_, n) => row(n))
  for (const [at, line] of Object.values(bad).entries()) rows.splice((at + 1) * 25, 0, line)
  for (let n = 0; n < csv.twice; n++) rows.push(row(n).replace('cliente', 'CLIENTE'))
  const heading = 'Nombre;Apellidos;Correo electrónico;Ciudad;Alta;Talla;Puntos'
  const file = join(folder, 'clientes.csv')
  writeFileSync(file, iconv.encode(`${[heading, ...rows].join('\r\n')}\r\n`, 'windows-1252'))
  return file
}

const html = `<h1>Hola, {{ nombre | default: "amiga" }}</h1>
<p><a href="${shop}">Ver el otoño en {{ ciudad | default: "tu ciudad" }}</a></p>
<p><a href="{{ subscription_url }}">Mis datos</a> <a href="{{ unsubscribe_url }}">Baja</a></p>`

interface ReceivedMessage {
  to: string
  name: string
  pixel: string
  link: string
  /** The URL in `List-Unsubscribe`, to which mailboxes post. */
  oneClick: string
  xsid: string
}

/** Returns the received messages with this subject. */
async function messagesOf(subject: string): Promise<ReceivedMessage[]> {
  const mails = await Promise.all(
    sink
      .messages()
      .map(async ({ to, raw }) => ({ to: to[0] ?? '', mail: await parseMessage(raw) })),
  )
  return mails
    .filter(({ mail }) => mail.subject === subject)
    .map(({ to, mail }) => {
      const page = mail.html ?? ''
      const headers = new Map(mail.headers.map(({ key, value }) => [key, value]))
      expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
      return {
        to,
        name: /<h1>Hola, (.+)<\/h1>/.exec(page)?.[1] ?? '',
        pixel: /<img[^>]+src="([^"]+\/o\/[^"]+)"/.exec(page)?.[1] ?? '',
        link: /href="([^"]+\/c\/[^"]+)"/.exec(page)?.[1] ?? '',
        oneClick: /<(http[^>]+)>/.exec(headers.get('list-unsubscribe') ?? '')?.[1] ?? '',
        xsid: /\/s\/([a-z]+)"/.exec(page)?.[1] ?? '',
      }
    })
}

const visit = (url: string, agent = browser) =>
  fetch(url, { headers: { 'user-agent': agent }, redirect: 'manual' })

async function draft(name: string, subject: string): Promise<number> {
  const page = join(folder, 'otoño.html')
  writeFileSync(page, html)
  const { id } = (
    await runJson(
      `campaigns create --name "${name}" --subject "${subject}" --html ${page} --draft
        --from-name Tienda --from-mail tienda@shop.example --list Clientes --list Amigos
        --track-reads --track-links`,
    )
  ).json()
  return id
}

const sorted = (addresses: readonly string[]) => [...addresses].sort()

test('the main job, from login to the second campaign', { timeout: 60_000 }, async () => {
  await logIn()
  await verifySender()
  await importContacts()
  const id = await sendFirst()
  const messages = await messagesOf('Otoño')
  const left = await readAndLeave(messages)
  await checkStatistics(id)
  await sendSecond(left)
})

async function logIn(): Promise<void> {
  const login = `auth login --api-url ${server.url} --username ana --password-stdin --remember-me`
  await runJson(login, { stdin: server.pass })
  expect((await runJson('auth status')).json()).toMatchObject({ username: 'ana', days_left: 364 })
}

async function verifySender(): Promise<void> {
  await runJson('senders create --from-name Tienda --from-mail tienda@shop.example')
  const listed = async () => (await runJson('senders list')).json().data[0]
  expect(await listed()).toMatchObject({ from_mail: 'tienda@shop.example', verified: false })
  await waitFor(() => sink.messages().length > 0)
  const { text = '' } = await parseMessage(sink.messages()[0]?.raw ?? Buffer.alloc(0))
  const code = /\b\d{6}\b/.exec(text)?.[0] ?? ''
  await runJson(`senders verify tienda@shop.example --code ${code}`)
  expect(await listed()).toMatchObject({ verified: true })
}

async function importContacts(): Promise<void> {
  await runJson('lists create --name Clientes')
  const field = (name: string, type: string) =>
    runJson(`lists fields create --list Clientes --name ${name} --type ${type}`)
  await field('Ciudad', 'text')
  await field('Alta', 'date')
  await field('Talla', 'dropdown --option S --option M')
  await field('Puntos', 'number')
  const forgotten = 'eva.olvidada@correo.example'
  await runJson(`contacts add --list Clientes --email ${forgotten}`)
  await runJson(`contacts remove ${forgotten} --list Clientes --erase --yes`)

  const imported = (
    await runJson(`lists import ${writeContacts()} --list Clientes`, { code: 9 })
  ).json()
  const reasons = Object.keys(bad)
  expect(imported).toMatchObject({
    rows: csv.good + reasons.length + csv.twice,
    created: csv.good,
    duplicates: csv.twice,
    rejected: reasons.length,
  })
  const refused = readFileSync(imported.rejects_file, 'utf8')
  for (const reason of reasons) expect(refused).toMatch(new RegExp(`;\\d+;${reason};`))
  const contact = (await runJson(`contacts get ${email(50)} --list Clientes`)).json()
  expect(contact).toMatchObject({
    nombre: 'Begoña Núñez',
    customFields: [
      { name: 'Ciudad', value: 'Málaga\r\n(centro)' },
      { name: 'Alta', value: String(Date.UTC(2026, 2, 23) / 1000) },
      { name: 'Talla', value: 'S' },
      { name: 'Puntos', value: '50' },
    ],
  })

  await runJson('lists create --name Amigos')
  await runJson(`contacts add --list Amigos --email ${email(1).toUpperCase()} --nombre Otra`)
  await runJson('contacts add --list Amigos --email amigo@correo.example')
}

async function sendFirst(): Promise<number> {
  const id = await draft('Campaña de otoño', 'Otoño')
  expect((await runJson(`campaigns check ${id}`)).json()).toMatchObject({ ready: true })
  await runJson(`campaigns send ${id} --confirm Primavera`, { code: 7 })
  const people = csv.good + 1
  const sent = await runJson(`campaigns send ${id} --confirm "Campaña de otoño" --wait`)
  expect(sent.json()).toMatchObject({ status: 'sent', recipients: people, sent: people, failed: 0 })
  const messages = await messagesOf('Otoño')
  const everybody = Array.from({ length: csv.good }, (_, n) => email(n))
  expect(sorted(messages.map(({ to }) => to))).toEqual(
    sorted([...everybody, 'amigo@correo.example']),
  )
  expect(messages.find(({ to }) => to === email(1))?.name).toBe('Begoña Núñez')
  expect(messages.find(({ to }) => to === 'amigo@correo.example')?.name).toBe('amiga')
  return id
}

/** Opens messages, follows links and unsubscribes. Returns the addresses that unsubscribed. */
async function readAndLeave(messages: readonly ReceivedMessage[]): Promise<string[]> {
  const readers = messages.filter(({ to }) => /^cliente\.[1-9]\d@/.test(to)).slice(0, openers)
  expect(readers).toHaveLength(openers)
  for (const { pixel } of readers) expect((await visit(pixel)).status).toBe(200)
  for (const { pixel } of readers.slice(0, 3)) await visit(pixel, scanner)
  for (const { link } of readers.slice(0, clickers)) {
    expect((await visit(link)).headers.get('location')).toBe(new URL(shop).href)
  }
  const [last, ...others] = readers.slice(-leavers)
  for (const { oneClick } of others) {
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
    expect((await fetch(oneClick, { method: 'POST', body })).status).toBe(200)
  }
  const shown = (await runJson(`subscription get ${last?.xsid}`)).json()
  expect(shown).toMatchObject({ email: last?.to, listData: { name: 'Clientes' } })
  await runJson(`subscription unsubscribe ${last?.xsid} --yes`)
  await runJson(`subscription get ${last?.xsid}`, { code: 6 })
  return readers.slice(-leavers).map(({ to }) => to)
}

async function checkStatistics(id: number): Promise<void> {
  const stats = async () => (await runJson(`campaigns stats ${id}`)).json()
  await waitFor(async () => (await stats()).unique_clicks === clickers)
  const sent = csv.good + 1
  expect(await stats()).toMatchObject({
    status: 'sent',
    delivered: sent,
    opens: openers,
    unique_opens: openers,
    machine_opens: 3,
    clicks: clickers,
    machine_clicks: 0,
    unsubscribes: leavers,
    open_rate: openers / sent,
    click_rate: clickers / sent,
  })
  expect((await runJson('dashboard')).json()).toMatchObject({
    contacts: csv.good + 2,
    active_contacts: csv.good + 2 - leavers,
    lists: 2,
    campaigns: 1,
    sent,
    opens: openers,
    clicks: clickers,
    unsubscribes: leavers,
    last_campaigns: [{ id, camp_name: 'Campaña de otoño', status: 'sent', recipients: sent }],
  })
  const chart = await cli.with({ terminal: { columns: 100 } })('campaigns', 'stats', String(id))
  expect(chart.stdout).toContain('█')
}

/** Sends a second campaign and expects it to skip the unsubscribed contacts. */
async function sendSecond(left: readonly string[]): Promise<void> {
  const id = await draft('Invierno', 'Invierno')
  const sent = await runJson(`campaigns send ${id} --confirm Invierno --wait`)
  const people = csv.good + 1 - leavers
  expect(sent.json()).toMatchObject({ status: 'sent', recipients: people, sent: people })
  const again = (await messagesOf('Invierno')).map(({ to }) => to)
  expect(new Set(again).size).toBe(people)
  expect(again.filter((address) => left.includes(address))).toEqual([])
}
