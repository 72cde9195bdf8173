import { expect, test } from 'vitest'
import {
  browserCommand,
  editorCommand,
  editorName,
} from '../../../../src/cli/host/platform-commands.ts'

const url = 'http://127.0.0.1:8480/editor?a=1&b=%20x'

test.each([
  ['darwin', {}, ['open', url]],
  ['linux', {}, undefined],
  ['linux', { DISPLAY: ':0' }, ['xdg-open', url]],
  ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, ['xdg-open', url]],
  ['win32', {}, ['rundll32', 'url.dll,FileProtocolHandler', url]],
] as const)('on %s with %o a page is opened by %j', (platform, env, command) => {
  expect(browserCommand(url, { platform, env })).toEqual(command)
})

test('the browser of Windows is not started by a shell, which would cut an address at &', () => {
  const command = browserCommand(url, { platform: 'win32', env: {} })
  expect(command?.[0]).not.toMatch(/cmd|powershell/i)
  expect(command?.at(-1)).toBe(url)
})

test.each([
  ['linux', {}, 'vi'],
  ['linux', { EDITOR: 'nano' }, 'nano'],
  ['linux', { EDITOR: 'nano', VISUAL: 'code --wait' }, 'code --wait'],
  ['win32', {}, 'notepad'],
  ['win32', { EDITOR: 'notepad++' }, 'notepad++'],
] as const)('on %s with %o the editor is %s', (platform, env, editor) => {
  expect(editorName({ platform, env })).toBe(editor)
})

test.each([
  ['linux', 'code --wait', ['/bin/sh', '-c', 'code --wait "$@"', 'code --wait', 'a b.html']],
  ['win32', 'notepad', ['notepad', 'a b.html']],
  ['win32', 'code --wait', ['code', '--wait', 'a b.html']],
  [
    'win32',
    '"C:\\Program Files\\Notepad++\\notepad++.exe" -multiInst',
    ['C:\\Program Files\\Notepad++\\notepad++.exe', '-multiInst', 'a b.html'],
  ],
] as const)('on %s the editor %s is started as %j', (platform, editor, command) => {
  expect(editorCommand(editor, 'a b.html', platform)).toEqual(command)
})
