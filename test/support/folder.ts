import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Set by `whole-run.ts`: all folders of a run of the tests lie in one, which goes when the run ends. */
const ofRun = process.env.REMITE_TEST_FOLDER

/** A folder of one's own. Outside the tests (benchmarks) it goes when the process ends. */
export function newFolder(): string {
  const parent = ofRun ?? tmpdir()
  mkdirSync(parent, { recursive: true })
  const folder = mkdtempSync(join(parent, 'remite-'))
  if (!ofRun) process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}
