import { expect, test } from 'vitest'
import { readEnvironment } from '../../../src/config/env.ts'
import { configFolder, isWithin, stateFolder } from '../../../src/config/folders.ts'

const linux = { platform: 'linux', home: '/home/ana' } as const
const mac = { platform: 'darwin', home: '/Users/ana' } as const
const windows = { platform: 'win32', home: 'C:\\Users\\ana' } as const
const roaming = 'C:\\Users\\ana\\AppData\\Roaming'
const local = 'C:\\Users\\ana\\AppData\\Local'

test.each([
  [linux, {}, '/home/ana/.config/remite', '/home/ana/.local/state/remite'],
  [
    linux,
    { XDG_CONFIG_HOME: '/x/config', XDG_STATE_HOME: '/x/state' },
    '/x/config/remite',
    '/x/state/remite',
  ],
  [
    linux,
    { XDG_CONFIG_HOME: 'relative', XDG_STATE_HOME: 'relative' },
    '/home/ana/.config/remite',
    '/home/ana/.local/state/remite',
  ],
  [linux, { REMITE_CONFIG_DIR: '/c', REMITE_STATE_DIR: '/s', XDG_CONFIG_HOME: '/x' }, '/c', '/s'],
  [
    mac,
    {},
    '/Users/ana/Library/Preferences/remite',
    '/Users/ana/Library/Application Support/remite',
  ],
  [windows, {}, `${roaming}\\remite`, `${local}\\remite`],
  [windows, { APPDATA: 'D:\\R', LOCALAPPDATA: 'D:\\L' }, 'D:\\R\\remite', 'D:\\L\\remite'],
] as const)(
  'on %o with %o settings are in %s and journals in %s',
  (machine, env, config, state) => {
    const environment = readEnvironment(env)
    expect(configFolder(environment, machine)).toBe(config)
    expect(stateFolder(environment, machine)).toBe(state)
  },
)

test.each([
  [windows, 'C:\\Users\\ana\\AppData\\Roaming\\remite', true],
  [windows, 'c:\\users\\ANA\\remite', true],
  [windows, 'C:\\Users\\anabel\\remite', false],
  [windows, 'C:\\tools\\remite', false],
  [windows, 'D:\\remite', false],
  [windows, '\\\\server\\share\\remite', false],
  [linux, '/home/ana/.config/remite', true],
  [linux, '/home/anabel', false],
] as const)('from %o the folder %s is within the own one: %s', (machine, folder, is) => {
  expect(isWithin(machine, folder)).toBe(is)
})
