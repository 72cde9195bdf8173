import { existsSync, readFileSync, writeFileSync } from 'node:fs'

/** Writes a generated file. With `--check` it only reports a file that is out of date, and exits with 1. */
export function writeGenerated(path: string, content: string): void {
  const current = existsSync(path) ? readFileSync(path, 'utf8') : undefined
  if (current === content) return
  if (!process.argv.includes('--check')) {
    writeFileSync(path, content)
    return
  }
  console.error(`${path} is out of date. Run: npm run generate`)
  process.exitCode = 1
}
