import { existsSync, readFileSync, writeFileSync } from 'node:fs'

/** Writes a generated file; with `--check` it only says, and exits with 1, when the file is not what it would be. */
export function writeGenerated(path: string, content: string): void {
  const current = existsSync(path) ? readFileSync(path, 'utf8') : undefined
  if (current === content) return
  if (!process.argv.includes('--check')) {
    writeFileSync(path, content)
    return
  }
  console.error(`${path} is not up to date: npm run generate`)
  process.exitCode = 1
}
