import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
// @ts-expect-error JavaScript without types: the build runs it on Node 20
import { ensureTree } from '../../scripts/tree.js'

/** A file system in memory, so that commits do not wait for a disk. Containers often have only 64 MB of it. */
const memory = '/dev/shm'
const neededBytes = 2 * 2 ** 30

/** Creates the folder that holds all files of a test run, and deletes it at the end. */
export async function setup(): Promise<() => void> {
  await ensureTree()
  const folder = mkdtempSync(join(hasMemory() ? memory : tmpdir(), 'remite-test-'))
  process.env.REMITE_TEST_FOLDER = folder
  process.env.TMPDIR = folder
  return () => rmSync(folder, { recursive: true, force: true })
}

/** Whether to use memory: a `TMPDIR` that was set explicitly takes precedence. */
function hasMemory(): boolean {
  if (process.env.TMPDIR || !existsSync(memory)) return false
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize >= neededBytes
}
