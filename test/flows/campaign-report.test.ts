import { existsSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { remite } from '../support/remite.ts'
import { type ReportedCampaign, startReportedCampaign } from '../support/reported-campaign.ts'

let reported: ReportedCampaign
beforeAll(async () => {
  reported = await startReportedCampaign()
})
afterAll(() => reported?.close())

const report = (...more: string[]) =>
  remite(reported.server)('campaigns', 'report', String(reported.id), ...more)

/** The cells of the rows below a heading. */
function rowsUnder(page: string, heading: string): string[][] {
  const section = page.slice(page.indexOf(`<h2>${heading}</h2>`)).split('</section>')[0] ?? ''
  return [...section.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = '']) =>
      cell.replace(/<[^>]*>/g, ''),
    ),
  )
}

test('the report is one page without scripts that loads nothing', async () => {
  const { code, stdout } = await report()
  expect(code).toBe(0)
  expect(stdout).toContain(`content="default-src 'none'; style-src 'unsafe-inline'; img-src data:"`)
  expect(stdout).toContain('<h1>El pan de marzo &lt;3</h1>')
  expect(stdout).toContain('<p>Centeno, trigo &amp; nueces</p>')
  expect(stdout).not.toMatch(/<(?:script|iframe|form|input|link|img|object)\b/i)
  expect(stdout).not.toMatch(/\bon[a-z]+\s*=|\b(?:src|href|action|background)\s*=|url\(|@import/i)
  expect(stdout.replace(/<style>[\s\S]*?<\/style>/g, '')).not.toContain('cdn.example')
  expect(stdout).toContain('Una hogaza de centeno recién horneada')
})

test('its figures are those of the statistics', async () => {
  const { body: stats } = await reported.server.api('GET', `/campaigns/${reported.id}/stats`)
  expect(stats).toMatchObject({ recipients: 8, delivered: 7, unique_opens: 4, unique_clicks: 2 })
  const { stdout } = await report()
  const funnel = rowsUnder(stdout, 'From recipients to clicks').map((row) => row.slice(0, 3))
  expect(funnel).toEqual([
    ['Recipients', '8', '100%'],
    ['Delivered', '7', '87.5%'],
    ['Opened', '4', '50%'],
    ['Clicked', '2', '25%'],
    ['Unsubscribed', '0', '0%'],
    ['Complained', '0', '0%'],
    ['Bounced', '1', '12.5%'],
  ])
  const json = (await report('--format', 'json')).json()
  const { series, ab_test: _, ...figures } = stats
  expect(json.figures).toEqual(figures)
  expect(json.first_48_hours).toHaveLength(48)
  for (const point of series) {
    const { at, sent, opens, clicks } = point
    expect(json.first_48_hours).toContainEqual({ at, sent, opens, clicks })
  }
})

test('each link of the message carries its clicks, and links that are not counted carry none', async () => {
  const { stdout } = await report()
  const badgeAfter = (text: string) =>
    new RegExp(`${text}(?:<[^>]*>)*?<span class="remite-clicks[a-z ]*">([^<]*)</span>`).exec(
      stdout,
    )?.[1]
  expect(badgeAfter('Haz tu pedido')).toBe('2 clicks · 66.7%')
  expect(badgeAfter('la receta de la tostada')).toBe('1 click · 33.3%')
  expect(badgeAfter('los talleres de tu ciudad')).toBe('0 clicks · 0%')
  expect(stdout).toContain('Darse de baja</a>')
  expect(rowsUnder(stdout, 'Links').slice(1, 3)).toEqual([
    ['https://panaderia.example/pedido', '2', '2', '66.7%'],
    ['https://panaderia.example/receta?q=1&amp;r=2', '1', '1', '33.3%'],
  ])
})

test('it has domains, bounces by reason and a comparison, and says what is left out', async () => {
  const { stdout } = await report()
  const bounced = await reported.server.service.db
    .selectFrom('bounces as b')
    .innerJoin('recipients as r', 'r.id', 'b.recipient_id')
    .select('r.address_key')
    .executeTakeFirstOrThrow()
  const domains = rowsUnder(stdout, 'Mailbox providers').slice(1)
  expect(domains.map(([domain, sent]) => [domain, sent])).toEqual([
    ['correo.example', '5'],
    ['gmail.example', '3'],
  ])
  const [, , bounces] = domains.find(([domain]) => bounced.address_key.endsWith(domain ?? '')) ?? []
  expect(bounces).toBe('1')
  expect(domains.reduce((sum, [, , , opened]) => sum + Number(opened), 0)).toBe(4)
  expect(rowsUnder(stdout, 'Bounces by reason').slice(1)).toEqual([
    ['Address does not exist', 'Permanent', '1'],
  ])
  expect(rowsUnder(stdout, 'Compared with earlier campaigns')[1]).toEqual([
    ...['Open rate', '57.1%', '0%', '+57.14'],
  ])
  expect(stdout).toContain('No data, and therefore not in this report: devices.')
  const first = await remite(reported.server)('campaigns', 'report', String(reported.earlier))
  expect(first.stdout).toContain('not in this report: devices and earlier campaigns.')
})

test('the report speaks Spanish, is saved to a file, and has CSV', async () => {
  const run = remite(reported.server)
  const file = `${run.folder}/marzo.html`
  const args = ['campaigns', 'report', String(reported.id), '--file', file]
  const saved = await run(...args, '--lang', 'es', '-o', 'json')
  expect([saved.code, saved.json().data ?? saved.json()]).toMatchObject([0, { file }])
  const page = readFileSync(file, 'utf8')
  expect(page).toMatch(/<html lang="es">[\s\S]*<h2>De los destinatarios a los clics<\/h2>/)
  expect(page).toContain('2 clics · 66,7 %')
  expect((await run(...args)).code).not.toBe(0)
  expect((await run(...args, '--yes')).code).toBe(0)
  const { stdout } = await run('campaigns', 'report', String(reported.id), '-o', 'csv')
  expect(stdout).toContain('figures,,delivered,7\r\n')
  expect(stdout).toContain('links,https://panaderia.example/pedido,clicks,')
  expect(existsSync(`report-${reported.id}.html`)).toBe(false)
})

test('images are loaded only on request', async () => {
  const { stdout } = await report('--images')
  expect(stdout).toContain('img-src data: https: http:"')
  expect(stdout).toContain('<img src="https://cdn.example/hogaza.jpg"')
  expect(stdout).not.toMatch(/pixel\.gif|onerror|<script/)
})

test('a campaign that does not exist, and a word that is no name, are errors', async () => {
  const run = remite(reported.server)
  expect((await run('campaigns', 'report', '999')).code).toBe(3)
  expect((await run('campaigns', 'report', 'x')).code).toBe(3)
  expect((await run('campaigns', 'report')).code).toBe(2)
})
