import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Compares the lock file with the record that npm writes at the end of an installation. */
export function isInstalled() {
  const wanted = readPackages('package-lock.json')
  const installed = readPackages('node_modules/.package-lock.json')
  return Object.entries(wanted).every(([path, { version, integrity, optional }]) => {
    if (path === '') return true // this package
    const found = installed[path]
    // Optional packages are for other platforms.
    return found ? found.version === version && found.integrity === integrity : optional
  })
}

function readPackages(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages
  } catch (error) {
    if (error.code === 'ENOENT') return {}
    throw error
  }
}

export function install() {
  const options = ['ci', '--ignore-scripts', '--include=dev', '--no-audit', '--no-fund']
  // Prefer the npm that runs this script. The npm on the path is a shell script on Windows.
  const own = /npm-cli\.js$/.test(process.env.npm_execpath ?? '') && process.env.npm_execpath
  const { status, error } = own
    ? spawnSync(process.execPath, [own, ...options], { stdio })
    : spawnSync('npm', options, { stdio, shell: process.platform === 'win32' })
  if (error) throw error
  if (status !== 0) process.exit(status ?? 1) // npm has printed the reason
}

/** The output of npm goes to standard error, because standard output belongs to the test or the demo. */
const stdio = ['ignore', 2, 2]
