// Twenty tasks as the calls that a careful assistant makes, against a sandbox: their calls and tokens, and
// whether each left the account as it should be.
// node scripts/run.js bench/mcp-tasks.ts, with `npm install --no-save gpt-tokenizer` before for real tokens

import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { createAgent } from './mcp/agent.ts'
import { type Scene, tasks } from './mcp/tasks.ts'
import { loadTokenizer } from './mcp/tokens.ts'
import { print } from './measure.ts'

const { name: tokenizer, count } = await loadTokenizer()
const folder = mkdtempSync(join(tmpdir(), 'remite-mcp-tasks-'))
const env = { REMITE_CONFIG_DIR: join(folder, 'config'), REMITE_STATE_DIR: join(folder, 'state') }
const launcher = resolve('bin/remite.js')

function remite(...args: readonly string[]): string {
  const options = { env: { ...process.env, ...env }, encoding: 'utf8' } as const
  const { status, stdout, stderr } = spawnSync(process.execPath, [launcher, ...args], options)
  if (status !== 0) throw new Error(`remite ${args.join(' ')}: ${stderr}`)
  return stdout
}

let hasFailed = false
try {
  remite('sandbox', 'start')
  remite('senders', 'create', '--from-mail', 'news@example.org', '--from-name', 'News')
  const [code = ''] = /\d{6}/.exec(remite('sandbox', 'inbox', 'list', '-o', 'json')) ?? []
  remite('senders', 'verify', 'news@example.org', '--code', code)
  const { url } = JSON.parse(remite('sandbox', 'status', '-o', 'json'))
  const token = remite('auth', 'token').trim()
  const scene: Scene = {
    ...{ list: 0, campaign: 0 },
    async api(method, path, body) {
      const answer = await fetch(url + path, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      })
      return answer.json()
    },
    async permit(...permissions) {
      await scene.api('PUT', '/users/me', { mcp_permissions: permissions })
    },
  }
  await scene.permit('read', 'draft', 'act')

  const client = new Client({ name: 'mcp-tasks', version: '1' })
  const command = { command: process.execPath, args: [launcher, 'mcp'] }
  await client.connect(
    new StdioClientTransport({
      ...command,
      env: { ...process.env, ...env } as Record<string, string>,
    }),
  )
  const { tools } = await client.listTools()
  const inputs = tools.map(({ outputSchema: _, ...tool }) => tool)

  const rows: Record<string, string | number>[] = []
  const sum = { calls: 0, tokens: 0 }
  for (const { what, run, verify } of tasks) {
    const agent = createAgent(client, count)
    const isRight = await run(agent, scene)
      .then((answer) => verify(scene, answer as never))
      .catch((error: Error) => {
        console.error(`${what}: ${error.message}`)
        return false
      })
    const { calls, tokens } = agent.spent()
    sum.calls += calls
    sum.tokens += tokens
    hasFailed ||= !isRight
    rows.push({ what, calls, tokens, 'end state': isRight ? 'right' : 'WRONG' })
  }
  rows.push({ what: 'all', ...sum, 'end state': hasFailed ? 'WRONG' : 'right' })
  print(`${tasks.length} tasks, tokens as ${tokenizer}, load ${loadavg()[0]?.toFixed(1)}`, rows)

  const page = await client.callTool({
    name: 'list',
    arguments: { what: 'contacts', id: scene.list },
  })
  const [{ text = '' } = {}] = page.content as { text?: string }[]
  const contacts = await scene.api('GET', `/lists/${scene.list}/contacts?limit=20`)
  print('what an assistant reads', [
    { what: `definitions of ${tools.length} tools`, tokens: count(JSON.stringify(inputs)) },
    { what: 'the same with the schemas of answers', tokens: count(JSON.stringify(tools)) },
    { what: 'instructions', tokens: count(client.getInstructions() ?? '') },
    { what: 'a page of contacts, as text', tokens: count(text) },
    { what: 'the same as text and as structured content', tokens: count(JSON.stringify(page)) },
    {
      what: 'the same contacts with all fields of the API',
      tokens: count(JSON.stringify(contacts)),
    },
  ])
  await client.close()
} finally {
  remite('sandbox', 'stop', '--quiet')
  rmSync(folder, { recursive: true, force: true })
}
process.exitCode = hasFailed ? 1 : 0
