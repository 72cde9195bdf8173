import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** An empty folder for this test alone. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'remite-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
