import { execFile } from 'node:child_process'
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { newFolder } from '../folder.ts'

const run = promisify(execFile)

const migrations = 'src/service/database/migrations'

/**
 * Builds the program as it was before the newest migration, and returns its launcher. Returns undefined
 * where git or that part of the history is missing, as in a shallow clone.
 */
export async function buildPreviousProgram(): Promise<string | undefined> {
  const commit = await findPreviousCommit().catch(() => undefined)
  if (commit === undefined) return undefined
  const folder = newFolder()
  const archive = join(folder, 'source.tar')
  await run('git', ['archive', '--output', archive, commit, '.', ':!test', ':!docs', ':!bench'])
  await run('tar', ['-xf', archive, '-C', folder])
  // A folder of links, because the build keeps files of its own in it.
  mkdirSync(join(folder, 'node_modules'))
  for (const name of readdirSync('node_modules').filter((each) => !each.startsWith('.'))) {
    symlinkSync(resolve('node_modules', name), join(folder, 'node_modules', name))
  }
  // Not the setup script, which would install packages.
  const build = "import('./scripts/build.js').then(({ build }) => build({ isClean: false }))"
  await run(process.execPath, ['-e', build], { cwd: folder })
  return join(folder, 'bin/remite.js')
}

/** Returns the commit before the one that added the newest migration. */
async function findPreviousCommit(): Promise<string> {
  const newest = readdirSync(migrations)
    .filter((name) => name.endsWith('.ts'))
    .sort()
    .at(-1)
  const log = ['log', '-1', '--format=%H', '--diff-filter=A', '--', join(migrations, newest ?? '')]
  const added = (await run('git', log)).stdout.trim()
  const before = added === '' ? 'HEAD' : `${added}^`
  return (await run('git', ['rev-parse', '--verify', `${before}^{commit}`])).stdout.trim()
}
