import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { newFolder } from '../support/folder.ts'

const minutes = 60_000

/** A copy of the project, in which a recipe of CONTRIBUTING.md is followed. */
let copy = ''
const changed = new Set<string>()

beforeEach(() => {
  copy = join(newFolder(), 'project')
  changed.clear()
  const isLeftOut = /^(node_modules|\.git)$/
  cpSync('.', copy, { recursive: true, filter: (path) => !isLeftOut.test(path) })
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'))
})

function add(path: string, content: string): void {
  changed.add(path)
  writeFileSync(join(copy, path), content)
}

function edit(path: string, before: string, after: string): void {
  const content = readFileSync(join(copy, path), 'utf8')
  expect(content, path).toContain(before)
  add(path, content.replace(before, after))
}

function run(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: copy,
    encoding: 'utf8',
    env: { ...process.env, REMITE_TEST_FOLDER: undefined },
    maxBuffer: Number.POSITIVE_INFINITY,
  })
  return status === 0 ? '' : `${args.join(' ')}\n${stdout}${stderr}`
}

/** Runs the steps of `npm run check`, with lint only for changed files, and the tests over all verbs and routes. */
function check(): string {
  const problems = [
    run('scripts/generate.js'),
    run('node_modules/typescript/bin/tsc', '-p', '.'),
    run('node_modules/@biomejs/biome/bin/biome', 'check', '--vcs-enabled=false', ...changed),
    run('scripts/generate.js', '--check'),
    run('node_modules/vitest/vitest.mjs', 'run', '--reporter=dot', '--no-color', ...loops),
  ]
  return problems.join('')
}

/** Tests that iterate over all endpoints or verbs. */
const loops = [
  'test/architecture.test.ts',
  'test/unit/contract',
  'test/unit/messages',
  'test/unit/cli',
  'test/unit/mcp',
  'test/flows/verbs.test.ts',
  'test/flows/help.test.ts',
  'test/flows/access.test.ts',
]

/** Returns the text of a recipe. */
function recipe(title: string): string {
  const page = readFileSync('CONTRIBUTING.md', 'utf8')
  const start = page.indexOf(`## ${title}\n`)
  expect(start).toBeGreaterThan(-1)
  return page.slice(start, page.indexOf('\n## ', start + 1))
}

test(
  'a verb that follows the recipe passes every check',
  () => {
    add(
      'src/cli/commands/jobs/active.ts',
      `import { jobs } from '../../../contract/modules/jobs.ts'
import { defineCommand } from '../../command/command.ts'
import { bool, text } from '../../command/view.ts'
import { listFlag } from '../../jobs/columns.ts'
import { callOnce } from '../../sending/call-once.ts'

export const command = defineCommand({
  endpoint: jobs.get,
  positionals: ['job'],
  fields: listFlag,
  options: { strict: { kind: 'switch' } },
  examples: ['lists jobs active 12 --list Customers', 'lists jobs active 12 --list 3 --strict'],
  async run(context, { input, options }) {
    const { id, status } = await callOnce(context, jobs.get, input)
    const active = status === 'running' || (options.strict !== true && status === 'waiting')
    return { one: { id, is_active: active } }
  },
  view: { fields: [text('id'), bool('is_active')] },
})
`,
    )
    edit(
      'src/cli/commands/index.ts',
      "  'lists jobs get': () => import('./jobs/get.ts'),\n",
      "  'lists jobs get': () => import('./jobs/get.ts'),\n  'lists jobs active': () => import('./jobs/active.ts'),\n",
    )
    const messages = {
      en: ['Check whether a job is active', 'count only a running job', 'Active'],
      es: ['Comprobar si una tarea está activa', 'contar solo una tarea en curso', 'Activa'],
    }
    for (const [language, [summary, option, header]] of Object.entries(messages)) {
      const folder = `src/messages/${language}`
      edit(
        `${folder}/commands.ts`,
        '\n  verbs: {\n',
        `\n  verbs: {\n    'lists jobs active': '${summary}',\n`,
      )
      edit(
        `${folder}/commands.ts`,
        '\n  options: {\n',
        `\n  options: {\n    'lists jobs active strict': '${option}',\n`,
      )
      edit(`${folder}/headers.ts`, ' = {\n', ` = {\n  is_active: '${header}',\n`)
    }
    expect(check()).toBe('')
    for (const name of ['index.ts', 'commands.ts', 'headers.ts', 'npm run generate']) {
      expect(recipe('Adding a verb')).toContain(name)
    }
  },
  8 * minutes,
)

test(
  'a route that follows the recipe passes every check',
  () => {
    edit(
      'src/contract/modules/jobs.ts',
      '  cancel: endpoint({\n',
      `  rename: endpoint({
    method: 'PUT',
    path: '/lists/:id/jobs/:job',
    effect: 'update',
    access: 'User',
    body: json(z.strictObject({ label: z.string().min(1).max(255) })),
    output: one(ok),
    failures: ['not_found'],
  }),
  cancel: endpoint({
`,
    )
    edit(
      'src/contract/modules/jobs.ts',
      'endpoint, file, list, one }',
      'endpoint, file, json, list, one }',
    )
    edit('src/contract/index.ts', "'jobs'], count: 24 }", "'jobs'], count: 25 }")
    const counts = 'test/unit/contract/contract.test.ts'
    const total = Number(/(\d+) in all/.exec(readFileSync(counts, 'utf8'))?.[1])
    edit(counts, `${total} in all`, `${total + 1} in all`)
    edit(counts, `toBe(${total})`, `toBe(${total + 1})`)
    edit(counts, `toHaveLength(${total})`, `toHaveLength(${total + 1})`)
    const messages = {
      en: ['Rename a job', 'The new name.', 'Label'],
      es: ['Cambiar el nombre de una tarea', 'El nombre nuevo.', 'Etiqueta'],
    }
    for (const [language, [summary, field, label]] of Object.entries(messages)) {
      edit(`src/messages/${language}/headers.ts`, ' = {\n', ` = {\n  label: '${label}',\n`)
      const path = `src/messages/${language}/endpoints/jobs.ts`
      edit(
        path,
        '    cancel: {\n',
        `    rename: {\n      summary: '${summary}',\n    },\n    cancel: {\n`,
      )
      edit(path, '\n  fields: {\n', `\n  fields: {\n    label: '${field}',\n`)
    }
    add(
      'src/service/jobs/rename.ts',
      `import type { contract } from '../../contract/index.ts'
import type { Handler } from '../handler.ts'
import { findList } from '../lists/store.ts'
import type { Service } from '../service.ts'
import { findJob } from './store.ts'

/** Checks the job. A real handler would change it through the store. */
export const rename =
  ({ db }: Pick<Service, 'db'>): Handler<typeof contract.jobs.rename> =>
  async ({ id, job }, { account }) => {
    const listRef = { accountId: account.id, listId: id }
    await findList(db, listRef)
    await findJob(db, { ...listRef, jobId: job })
    return { ok: true }
  }
`,
    )
    edit(
      'src/service/jobs/handlers.ts',
      '  cancel: cancel(',
      '  rename: rename(service),\n  cancel: cancel(',
    )
    edit(
      'src/service/jobs/handlers.ts',
      "import { list } from './list.ts'\n",
      "import { list } from './list.ts'\nimport { rename } from './rename.ts'\n",
    )
    edit(
      'test/support/access/route-requests.ts',
      "  'users.signup': ",
      "  'jobs.rename': () => ({ label: 'spring' }),\n  'users.signup': ",
    )
    add(
      'src/cli/commands/jobs/rename.ts',
      `import { jobs } from '../../../contract/modules/jobs.ts'
import { defineCommand } from '../../command/command.ts'
import { bool } from '../../command/view.ts'
import { listFlag } from '../../jobs/columns.ts'

export const command = defineCommand({
  endpoint: jobs.rename,
  positionals: ['job'],
  fields: listFlag,
  examples: [
    'lists jobs rename 12 --list Customers --label spring',
    'lists jobs rename 12 --list 3 --label spring --dry-run',
  ],
  view: { fields: [bool('ok')] },
})
`,
    )
    edit(
      'src/cli/commands/index.ts',
      "  'lists jobs cancel': ",
      "  'lists jobs rename': () => import('./jobs/rename.ts'),\n  'lists jobs cancel': ",
    )
    expect(check()).toBe('')
    for (const name of [
      'src/contract/modules',
      'src/contract/index.ts',
      'test/unit/contract/contract.test.ts',
      'endpoints/<module>.ts',
      'handlers.ts',
      'test/support/access/route-requests.ts',
    ]) {
      expect(recipe('Adding a route')).toContain(name)
    }
  },
  8 * minutes,
)
