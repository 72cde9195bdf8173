import { execFile } from 'node:child_process'
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { newFolder } from '../folder.ts'

const run = promisify(execFile)

const migrations = 'src/service/database/migrations'

/**
 * Builds the program as it was before the newest migrations, and returns its launcher. Returns undefined
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

/**
 * Returns the newest commit whose migrations are the first of those of today, but not all. Commits between several
 * new ones, which came in another order, are passed over, and those that gave migrations their final numbers.
 */
async function findPreviousCommit(): Promise<string | undefined> {
  const today = readdirSync(migrations).filter(isMigration).sort()
  const log = await git('log', '--format=%H', '--diff-filter=AR', '--', migrations)
  for (const changed of log.split('\n').filter((line) => line !== '')) {
    const commit = await git('rev-parse', '--verify', `${changed}^^{commit}`)
    const paths = (await git('ls-tree', '--name-only', commit, `${migrations}/`)).split('\n')
    const names = paths
      .map((path) => basename(path))
      .filter(isMigration)
      .sort()
    const isBeginning = names.every((name, index) => name === today[index])
    if (names.length < today.length && isBeginning) return commit
  }
  return undefined
}

const isMigration = (name: string): boolean => name.endsWith('.ts')

const git = async (...args: string[]): Promise<string> => (await run('git', args)).stdout.trim()
