import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Before the first test file and after the last. */
export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'remite-test-'))
  process.env.REMITE_TEST_FOLDER = folder
  return () => rmSync(folder, { recursive: true, force: true })
}
