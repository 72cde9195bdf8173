import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Written next to the bundle, because the licences must accompany the code. */
export const noticesFile = 'THIRD-PARTY-LICENSES.txt'

/** Code inside a package that names only its own licence. */
const compiledIn = {
  'jq-wasm': [
    { name: 'jq', license: 'MIT', holder: '2012 Stephen Dolan' },
    { name: 'Oniguruma', license: 'BSD-2-Clause', holder: '2002-2021 K.Kosako' },
  ],
  saxes: [{ name: 'sax', license: 'ISC', holder: 'Isaac Z. Schlueter and Contributors' }],
}

const rule = `\n${'-'.repeat(80)}\n\n`

/**
 * Collects the licence of every package whose code is in the bundle, and of the packages that are
 * `shipped` unchanged.
 */
export const notices = (shipped = []) => ({
  name: 'notices',
  generateBundle(_, bundle) {
    const modules = Object.values(bundle).flatMap(({ modules = {} }) => Object.entries(modules))
    const included = modules.filter(([, { renderedLength }]) => renderedLength > 0)
    const folders = new Set(included.flatMap(([id]) => packageFolder(id) ?? []))
    for (const name of shipped) folders.add(join(process.cwd(), 'node_modules', name))
    this.emitFile({ type: 'asset', fileName: noticesFile, source: noticesOf(folders) })
  },
})

/** Returns the folder of the package that a module comes from; undefined for our own code. */
const packageFolder = (id) =>
  /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(id.replace('\0', ''))?.[0]

function noticesOf(folders) {
  // The same version may be installed in several folders.
  const texts = new Map([...folders].map(readNotice))
  const sorted = [...texts].sort(([a], [b]) => (a < b ? -1 : 1))
  const head = 'remite contains code of these packages, each under the licence below its name.\n'
  return [head, ...sorted.map(([title, text]) => `${title}\n\n${text}\n`)].join(rule)
}

function readNotice(folder) {
  const { name, version, license, author, repository } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  )
  const text = licenceText(folder) ?? plainText(license, ownerOf({ author, repository }))
  if (!text) throw new Error(`${name} ${version} (${license}) has no licence text`)
  const inside = (compiledIn[name] ?? []).map(
    (part) => `It holds ${part.name} (${part.license})\n\n${plainText(part.license, part.holder)}`,
  )
  return [`${name} ${version} (${license})`, [text, ...inside].join('\n\n')]
}

function licenceText(folder) {
  const files = readdirSync(folder).filter((name) => /^(licen[cs]e|copying|notice)\b/i.test(name))
  const texts = files.map((name) => readFileSync(join(folder, name), 'utf8').trim())
  return texts.length > 0 ? texts.join('\n\n') : undefined
}

/** Returns the author; without one, the authors of the repository. */
function ownerOf({ author, repository }) {
  const address = repository?.url ?? repository
  return author?.name || author || (address && `the authors of ${address}`)
}

const texts = {
  MIT: '../LICENSE',
  'BSD-2-Clause': './licences/BSD-2-Clause.txt',
  ISC: './licences/ISC.txt',
}

/** Returns the standard text of a licence, for packages that only name it. */
function plainText(license, holder) {
  if (!(license in texts) || !holder) return undefined
  const text = readFileSync(new URL(texts[license], import.meta.url), 'utf8').trim()
  return text.replace(/^Copyright.*$/m, `Copyright (c) ${holder}`)
}
