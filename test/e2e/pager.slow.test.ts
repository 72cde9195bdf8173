import { spawnSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newFolder } from '../support/folder.ts'
import { type ForeignServer, startForeignServer } from '../support/foreign-server.ts'
import { ctrlC, hasTerminals, openTerminal } from '../support/processes/terminal.ts'
import { waitFor } from '../support/wait.ts'

const hasLess = spawnSync('less', ['--version']).status === 0

describe.skipIf(!hasTerminals || !hasLess)('a list in a real pager', () => {
  let server: ForeignServer
  beforeAll(async () => {
    server = await startForeignServer()
  })
  afterAll(() => server.close())

  const open = (line: string) => {
    // The second page never comes.
    server.respond(
      'GET /lists',
      { headers: { 'x-next-cursor': 'two' }, body: page(500) },
      'silence',
    )
    const env = {
      REMITE_API_URL: server.url,
      REMITE_TOKEN: 'a.b.c',
      REMITE_PAGER: 'less',
      NO_COLOR: '1',
    }
    return openTerminal(line, { folder: newFolder(), env })
  }
  const page = (count: number) =>
    Array.from({ length: count }, (_, id) => ({ id, name: `list-${id}` }))

  test('shows the first rows while more are fetched, and closing it ends the run with 0', async () => {
    const terminal = open('remite lists list --all; echo "code=$?"')
    await terminal.waitForText(/list-10/)
    terminal.type('q')
    await terminal.waitForText(/code=0/)
    expect(await terminal.ended).toBe(0)
    expect(terminal.raw()).not.toContain('error')
  })

  test('Ctrl-C stops the fetching, and the pager stays until it is closed', async () => {
    const terminal = open('remite lists list --all; echo "code=$?"')
    await terminal.waitForText(/list-10/)
    const before = terminal.raw().length
    terminal.type(ctrlC)
    // less forgets what was typed before it has noticed Ctrl-C.
    await waitFor(() => terminal.raw().length > before)
    terminal.type('q')
    await terminal.waitForText(/code=0/)
    expect(terminal.raw()).not.toMatch(/error|Ctrl-C again/)
  })

  test('a list that fits leaves no pager behind', async () => {
    server.respond('GET /lists', { body: page(5) })
    const env = {
      REMITE_API_URL: server.url,
      REMITE_TOKEN: 'a.b.c',
      REMITE_PAGER: 'less',
      NO_COLOR: '1',
    }
    const line = 'remite lists list; echo "code=$?"'
    const terminal = openTerminal(line, { folder: newFolder(), env })
    await terminal.waitForText(/list-4[\s\S]*code=0/)
  })
})
