import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Whether node_modules holds what the lock file names, by the record that npm writes when it is done. */
export function isInstalled() {
  const wanted = readPackages('package-lock.json')
  const installed = readPackages('node_modules/.package-lock.json')
  return Object.entries(wanted).every(([path, { version, integrity, optional }]) => {
    if (path === '') return true // ourselves
    const found = installed[path]
    // Optional ones are for other machines.
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
  // The npm that runs us, if any; else the one on the path, which on Windows is a script for the shell.
  const own = /npm-cli\.js$/.test(process.env.npm_execpath ?? '') && process.env.npm_execpath
  const { status, error } = own
    ? spawnSync(process.execPath, [own, ...options], { stdio })
    : spawnSync('npm', options, { stdio, shell: process.platform === 'win32' })
  if (error) throw error
  if (status !== 0) process.exit(status ?? 1) // npm has said why
}

/** All that npm says goes to standard error: standard output is the test's or the demo's. */
const stdio = ['ignore', 2, 2]
