import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tree } from '../../src/cli/generated/tree.ts'
import { guideTopics, isGuideTopic } from '../../src/cli/help/guide-topics.ts'
import { type Block, blocksOf } from '../../src/cli/output/markdown/blocks.ts'
import { languages } from '../../src/core/language.ts'
import { exampleIn } from '../../src/messages/example-words.ts'
import { parseExpression } from '../../src/operations/segment-expression/parse.ts'
import { conversionToken } from '../../src/service/campaigns/reporting/conversion-token.ts'
import { addSender, campaignOf, untilStatus } from '../support/campaign-fixtures.ts'
import { newFolder } from '../support/folder.ts'
import { startSink } from '../support/mail/smtp-sink.ts'
import { flagProblems, parseCommand } from '../support/processes/parse-command.ts'
import { shellWords } from '../support/processes/shell-words.ts'
import { startService, type TestService } from '../support/service.ts'

const execute = promisify(execFile)

type Code = Extract<Block, { kind: 'code' }>
interface Example {
  language: string
  text: string
  /** The code directly after it, if only text is between them. */
  next?: Example
}

const guide = (topic: string, language = 'en'): string =>
  readFileSync(`docs/guides/${language}/${topic}.md`, 'utf8')

const isCode = (block: Block): block is Code => block.kind === 'code'
const exampleOf = ({ language, lines }: Code): Example => ({ language, text: lines.join('\n') })

/** Returns the examples of a guide in one language. */
function examplesIn(topic: string, language: string): Example[] {
  const blocks = blocksOf(guide(topic)).filter(({ kind }) => kind === 'code' || kind === 'heading')
  return blocks.flatMap((block, index) => {
    const next = blocks[index + 1]
    if (!isCode(block) || block.language !== language) return []
    return [{ ...exampleOf(block), ...(next && isCode(next) && { next: exampleOf(next) }) }]
  })
}

const allExamples = (language: string): Example[] =>
  guideTopics.flatMap((topic) => examplesIn(topic, language))

let server: TestService
let sink: Awaited<ReturnType<typeof startSink>>
let list: number
let contact: number
beforeAll(async () => {
  sink = await startSink()
  server = await startService({ workers: true, settings: { smtpUrl: sink.url } })
  await addSender(server, 'news@example.org')
  list = (await server.api('POST', '/lists', { name: 'Customers' })).body.id
  const fields = [
    { name: 'Ciudad', type: 'text' },
    { name: 'Pedidos', type: 'number' },
    { name: 'Cumple', type: 'date' },
    { name: 'Socio', type: 'boolean' },
    { name: 'Plan', type: 'dropdown', options: ['basic', 'premium'] },
    { name: 'Intereses', type: 'multi', options: ['vino', 'queso'] },
  ]
  for (const field of fields) await server.api('POST', `/lists/${list}/fields`, field)
  const customFields = {
    ciudad: 'Ávila',
    pedidos: '4',
    cumple: String(Date.UTC(1990, 4, 14) / 1000),
    socio: 'true',
    plan: 'premium',
    intereses: 'vino, queso',
  }
  const ana = { email: 'ana@correo.example', nombre: 'Ana', customFields }
  const added = await server.api('POST', `/lists/${list}/contacts`, { contacts: [ana] })
  expect(added.body).toMatchObject({ created: 1 })
  const events = ['signup', 'login'].map((name) => ({ name, email: ana.email }))
  const items = [{ sku: 'A-1' }]
  const wines = { cart_id: 'C-1', total: 30, items: [{ name: 'Rioja', price: 30 }] }
  const cart = { name: 'cart', email: ana.email, properties: wines }
  const purchase = {
    ...{ name: 'purchase', email: ana.email, value: 60, currency: 'EUR' },
    properties: { total: 60, qty: 2, items },
  }
  const recorded = await server.api('POST', '/events', { events: [...events, cart, purchase] })
  expect(recorded.body).toMatchObject({ recorded: 4 })
  const { body } = await server.api('GET', `/lists/${list}/contacts`)
  contact = body[0].id
})
afterAll(async () => {
  await server.close()
  await sink.stop()
})

/** Creates something with a valid body, and returns its ID. */
async function create(path: string, body: object): Promise<number> {
  const { status, body: answer } = await server.api('POST', path, body)
  expect([status, answer]).toMatchObject([200, { ok: true }])
  return answer.id
}

const draft = (more: object) => create('/campaigns', campaignOf(list, { draft: true, ...more }))

async function preview(more: object): Promise<{ html: string; text: string }> {
  const id = await draft({ ...more, from_mail: 'news@example.org' })
  const found = await server.api('GET', `/campaigns/${id}/preview?contact_id=${contact}`)
  expect([found.status, found.body.errors]).toEqual([200, undefined])
  return found.body
}

test.each(guideTopics)(
  'the guide %s has the same examples with the names of each language',
  (topic) => {
    const codeIn = (language: string) =>
      blocksOf(guide(topic, language)).filter(isCode).map(exampleOf)
    for (const language of languages) {
      const translated = codeIn('en').map((code) => ({
        ...code,
        text: exampleIn(code.text, language),
      }))
      expect(codeIn(language)).toEqual(translated)
    }
    expect(codeIn('en')).not.toEqual([])
  },
)

describe('the examples of the guides', () => {
  test('are all of a kind that a test runs', () => {
    const kinds = guideTopics.flatMap((topic) =>
      blocksOf(guide(topic))
        .filter(isCode)
        .map(({ language }) => language),
    )
    const known = ['bash', 'html', 'js', 'json', 'liquid', 'sh', 'text', 'where']
    expect([...new Set(kinds)].sort()).toEqual(known)
  })

  test('in JSON are accepted by the API', async () => {
    const sent = await create('/campaigns', campaignOf(list, { from_mail: 'news@example.org' }))
    await untilStatus(server, sent, 'sent')
    for (const [index, { text }] of allExamples('json').entries()) {
      const body = JSON.parse(text)
      if ('op' in body) await create('/segments', { name: `Segment ${index}`, conditions: body })
      else if ('nodes' in body) {
        const { trigger } = body
        const own = 'list_id' in trigger ? { ...trigger, list_id: list } : trigger
        await create('/automations', { ...body, trigger: own })
      } else if ('variants' in body) await draft({ ab_test: body, from_mail: 'news@example.org' })
      else if ('event_id' in body) {
        await create(`/campaigns/${sent}/conversions`, { ...body, contact_id: contact })
      } else await create('/templates', body)
    }
  })

  test('for --where are compiled, and counted by the service', async () => {
    const { body: fields } = await server.api('GET', `/segments/fields?list_id=${list}`)
    const lines = allExamples('where').flatMap(({ text }) => text.split('\n'))
    expect(lines.length).toBeGreaterThan(10)
    for (const line of lines) {
      const conditions = parseExpression(line, fields)
      const { status, body } = await server.api('POST', '/segments/preview', { conditions })
      expect([line, status, body]).toMatchObject([line, 200, { total: expect.any(Number) }])
    }
    const pairs = allExamples('json').filter(({ next }) => next?.language === 'where')
    expect(pairs).toHaveLength(3)
    for (const { text, next } of pairs) {
      expect(parseExpression(next?.text ?? '', fields)).toEqual(JSON.parse(text))
    }
  })

  test('with merge tags say what the guide says', async () => {
    for (const { text, next } of allExamples('liquid')) {
      expect(next?.language, text).toBe('text')
      const shown = (await preview({ text })).text.split('\n')[0]?.trim()
      expect(shown).toBe(next?.text)
    }
    for (const { text } of allExamples('html')) {
      expect((await preview({ html: text })).html).not.toContain('{{')
    }
  })

  test('for a server report events once, with a key that can do nothing else', async () => {
    const email = 'ana@correo.example'
    const scopes = ['events:write']
    const { body: key } = await server.api('POST', '/auth/keys', { name: 'shop', scopes })
    const env = { ...process.env, REMITE_API_URL: server.url, REMITE_TOKEN: key.key }
    const here = (text: string) => text.replaceAll('ana@example.org', email)
    const folder = newFolder()
    const names: string[] = []
    for (const { text } of allExamples('bash')) {
      const { stdout } = await execute('sh', ['-c', here(text)], { env })
      names.push(JSON.parse(stdout).duplicate)
    }
    for (const { text } of allExamples('js')) {
      const paidAt = new Date(server.service.clock.now()).toISOString()
      const orders = JSON.stringify(
        [981, 982].map((number) => ({ number, email, total: 5, paidAt })),
      )
      const file = join(folder, 'shop.mjs')
      writeFileSync(file, `${text}\nconsole.log(JSON.stringify(await report(${orders})))\n`)
      const { stdout } = await execute(process.execPath, [file], { env })
      // The first order was reported by the example before.
      expect(JSON.parse(stdout)).toEqual({ recorded: 1, duplicates: 1, errors: [] })
    }
    expect(names).toEqual([false])
    const denied = await fetch(`${server.url}/lists`, {
      headers: { authorization: `Bearer ${key.key}` },
    })
    expect(denied.status).toBe(403)
  })

  test('for a page record an event and a conversion of whom the link names, once', async () => {
    const campaign = await create('/campaigns', campaignOf(list, { from_mail: 'news@example.org' }))
    await untilStatus(server, campaign, 'sent')
    const { id: recipient } = await server.service.db
      .selectFrom('recipients')
      .select('id')
      .where('campaign_id', '=', campaign)
      .executeTakeFirstOrThrow()
    const link = conversionToken({ campaign, recipient }, server.service.secrets.mac)
    const { body: image } = await server.api('POST', '/events/pixel', { name: 'paid on a page' })
    const shown: string[] = []
    for (const { text } of allExamples('html')) {
      const [, path, query = ''] = /src="[^"]*\/([ev])\/TOKEN\?([^"]*)"/.exec(text) ?? []
      if (path === undefined) continue
      shown.push(path)
      // Another example reports order-981, and an event_id is recorded once.
      const { pathname } = path === 'e' ? new URL(image.url) : { pathname: `/v/${link}` }
      for (let time = 0; time < 2; time++) {
        const url = `${server.origin}${pathname}?${query.replace('VALUE', link).replace('order-981', 'order-982b')}`
        expect((await fetch(url)).headers.get('content-type')).toBe('image/gif')
      }
    }
    expect(shown.sort()).toEqual(['e', 'v'])
    const { body: events } = await server.api('GET', '/events?name=paid%20on%20a%20page')
    expect(events).toMatchObject([{ email: 'ana@correo.example', value: 49.9, currency: 'EUR' }])
    const { body: stats } = await server.api('GET', `/campaigns/${campaign}/stats`)
    expect(stats.conversion_value).toEqual([{ currency: 'EUR', value: 19.9 }])
  })

  test('of a flow with events walk as the guide says', async () => {
    const [flow] = examplesIn('automations', 'json').filter(({ text }) =>
      text.includes('"did_not"'),
    )
    const id = await create('/automations', JSON.parse(flow?.text ?? ''))
    const walk = async (event: unknown) => {
      const body = { contact: String(contact), event }
      const { status, body: walked } = await server.api('POST', `/automations/${id}/test`, body)
      expect([status, walked]).toMatchObject([200, { enrolled: true }])
      const texts = walked.messages.map(({ text }: { text: string }) => text.split('\n-- ')[0])
      return [walked.ended_by, ...texts.map((text: string) => text.replace(/\s+/g, ' ').trim())]
    }
    const first = {
      properties: { cart_id: 'C-2', total: 30, items: [{ name: 'Rioja', price: 30 }] },
    }
    expect(await walk(first)).toEqual(['exit', '* Rioja: 30 € 30 €'])
    const [paid] = examplesIn('automations', 'text')
    const events = JSON.parse(paid?.text ?? '') as { at?: string }[]
    const at = new Date(server.service.clock.now() + 3_600_000).toISOString()
    expect(
      await walk(events.map((event, index) => (index === 0 ? event : { ...event, at }))),
    ).toEqual(['goal'])
  })

  test('for a shell are valid commands', async () => {
    for (const line of allExamples('sh').flatMap(({ text }) => text.split('\n'))) {
      const command = line.replace(/^\w+=\$\((.*)\)$/, '$1')
      const [program, ...words] = shellWords(command)
      expect(program, line).toBe('remite')
      const parsed = await parseCommand(words)
      expect(parsed, line).toBeDefined()
      if (parsed) expect(flagProblems(parsed.raw, parsed.verb), line).toEqual([])
    }
  })

  test.each(languages)('within a sentence name verbs that exist, in %s', (language) => {
    const named = guideTopics.flatMap((topic) =>
      [...guide(topic, language).matchAll(/`remite ([^`]+)`/g)].map(([, words = '']) => words),
    )
    expect(named.length).toBeGreaterThan(5)
    for (const words of named) {
      expect(words.startsWith('help ') ? isGuideTopic(words.slice(5)) : isVerb(words), words).toBe(
        true,
      )
    }
  })
})

const isVerb = (words: string): boolean =>
  tree.some(({ path }) => `${words.replace(/\s+/g, ' ')} `.startsWith(`${path} `))
