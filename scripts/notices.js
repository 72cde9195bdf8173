import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** In the bundle's own folder, since it travels with the code that it is about. */
export const noticesFile = 'THIRD-PARTY-LICENSES.txt'

/** What was compiled into a package, which names its own licence alone. */
const compiledIn = {
  'jq-wasm': [
    { name: 'jq', license: 'MIT', holder: '2012 Stephen Dolan' },
    { name: 'Oniguruma', license: 'BSD-2-Clause', holder: '2002-2021 K.Kosako' },
  ],
}

const rule = `\n${'-'.repeat(80)}\n\n`

/**
 * A plugin that lays the licence of every package of which code entered the bundle beside it, and of
 * those that are `shipped` as they are.
 */
export const notices = (shipped = []) => ({
  name: 'notices',
  generateBundle(_, bundle) {
    const modules = Object.values(bundle).flatMap(({ modules = {} }) => Object.entries(modules))
    const entered = modules.filter(([, { renderedLength }]) => renderedLength > 0)
    const folders = new Set(entered.flatMap(([id]) => packageFolder(id) ?? []))
    for (const name of shipped) folders.add(join(process.cwd(), 'node_modules', name))
    this.emitFile({ type: 'asset', fileName: noticesFile, source: noticesOf(folders) })
  },
})

/** The folder of the package that a module comes from; undefined for one of ours. */
const packageFolder = (id) =>
  /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(id.replace('\0', ''))?.[0]

function noticesOf(folders) {
  // The same version may lie in several places.
  const texts = new Map([...folders].map(readNotice))
  const sorted = [...texts].sort(([one], [other]) => (one < other ? -1 : 1))
  const head = 'remite contains code of these packages, each under the licence below its name.\n'
  return [head, ...sorted.map(([title, text]) => `${title}\n\n${text}\n`)].join(rule)
}

function readNotice(folder) {
  const { name, version, license, author, repository } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  )
  const text = licenceText(folder) ?? plainText(license, ownerOf({ author, repository }))
  if (!text) throw new Error(`${name} ${version} (${license}) brings no licence text`)
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

/** Where a package names no author, or an empty one, those of its repository are meant. */
function ownerOf({ author, repository }) {
  const address = repository?.url ?? repository
  return author?.name || author || (address && `the authors of ${address}`)
}

const texts = { MIT: '../LICENSE', 'BSD-2-Clause': './licences/BSD-2-Clause.txt' }

/** Some packages only name their licence, whose text is the same for all but for the holder. */
function plainText(license, holder) {
  if (!(license in texts) || !holder) return undefined
  const text = readFileSync(new URL(texts[license], import.meta.url), 'utf8').trim()
  return text.replace(/^Copyright.*$/m, `Copyright (c) ${holder}`)
}
