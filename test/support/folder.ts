import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The parent folder of all test folders, set by `run-folder.ts` and deleted when the run ends. */
const runFolder = process.env.REMITE_TEST_FOLDER

/** Creates an empty temporary folder. In benchmarks it is deleted when the process ends. */
export function newFolder(): string {
  const parent = runFolder ?? tmpdir()
  mkdirSync(parent, { recursive: true })
  const folder = mkdtempSync(join(parent, 'remite-'))
  if (!runFolder) process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}
