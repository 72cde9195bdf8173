import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addList, addSender, untilStatus } from '../support/campaign-fixtures.ts'
import { newFolder } from '../support/folder.ts'
import { type Sink, startSink } from '../support/mail/smtp-sink.ts'
import { remite } from '../support/remite.ts'
import { startService, type TestService } from '../support/service.ts'

const guide = readFileSync('docs/guides/assistant.md', 'utf8')
const fences = [...guide.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, kind = '', text = '']) => ({
  kind,
  text,
}))
const [config, , permit, ...session] = fences

let sink: Sink
let server: TestService
let client: Client
beforeAll(async () => {
  sink = await startSink()
  server = await startService({ workers: true, settings: { smtpUrl: sink.url } })
  await addSender(server, 'news@example.org')
  await addList(server, ['ana@uno.example', 'luis@dos.example'], 'Customers')
  const { command, args } = JSON.parse(config?.text ?? '').mcpServers.remite
  expect(command).toBe('remite')
  const folder = newFolder()
  client = new Client({ name: 'guide', version: '1' })
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [resolve('bin/remite.js'), ...args],
      env: {
        REMITE_CONFIG_DIR: folder,
        REMITE_STATE_DIR: folder,
        REMITE_API_URL: server.url,
        REMITE_TOKEN: server.token,
      },
    }),
  )
})
afterAll(async () => {
  await client.close()
  await server.close()
  await sink.stop()
})

test('the session in the guide works as written', async () => {
  let confirmation: unknown
  for (let index = 0; index < session.length; index += 2) {
    const [asked, told] = [session[index], session[index + 1]]
    const { tool, arguments: given } = JSON.parse(asked?.text ?? '')
    const { content, structuredContent } = await client.callTool({
      name: tool,
      arguments: { ...given, ...('confirmation' in given && { confirmation }) },
    })
    if (told?.kind === 'text') {
      expect(content).toEqual([{ type: 'text', text: told.text.trim() }])
      const args = permit?.text.trim().split(' ').slice(1) ?? []
      expect(told.text).toContain(args.join(' '))
      expect((await remite(server)(...args)).code).toBe(0)
    } else {
      expect(structuredContent).toMatchObject(JSON.parse(told?.text ?? ''))
      confirmation = (structuredContent as { confirmation?: string }).confirmation
    }
  }
  await untilStatus(server, 1, 'sent')
  expect(sink.messages()).toHaveLength(2)
})
