import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'

export interface Template {
  name: string
  licence: string
  html: string
}

/** Packages with templates, and what renders them. */
const packages = {
  'foundation-emails': '2.5.1',
  inky: '1.5.0',
  juice: '8.1.0',
  mailgen: '2.0.36',
  'responsive-html-email-template': '1.0.0',
  'create-email': '1.2.5',
  'react-email': '6.0.0',
  react: '19.2.0',
  'react-dom': '19.2.0',
}
/** Its dependencies come from a git server, so it is not installed. */
const unpacked = { 'bootstrap-email': '1.2.9' }

const free = new Set(['MIT', 'Apache-2.0', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause'])

/** Downloads templates of other projects from npm into a folder, and renders them. Fails without the registry. */
export async function fetchTemplates(folder: string): Promise<Template[]> {
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ dependencies: packages }))
  const npm = (...args: string[]) => {
    execFileSync('npm', [...args, '--silent', '--no-audit', '--no-fund', '--ignore-scripts'], {
      cwd: folder,
    })
  }
  npm('install')
  for (const [name, version] of Object.entries(unpacked)) {
    npm('pack', `${name}@${version}`)
    const target = join(folder, 'node_modules', name)
    mkdirSync(target)
    execFileSync('tar', [
      ...['-xzf', join(folder, `${name}-${version}.tgz`)],
      ...['-C', target, '--strip-components=1'],
    ])
  }
  const modules = join(folder, 'node_modules')
  const read = (path: string) => readFileSync(join(modules, path), 'utf8')
  const load = createRequire(join(folder, 'package.json'))
  const rendered = [
    ...foundation(read, load),
    ...mailgen(load),
    ...['email.html', 'email-inlined.html'].map((file) => ({
      package: 'responsive-html-email-template',
      name: basename(file, '.html'),
      html: read(`responsive-html-email-template/${file}`),
    })),
    ...['lyft', 'product-hunt', 'integration'].map((name) => ({
      ...{ package: 'bootstrap-email', name },
      html: read(`bootstrap-email/examples/output/${name}.html`),
    })),
    ...(await reactEmail(folder)),
  ]
  return rendered.map(({ package: from, name, html }) => {
    const { license: licence } = JSON.parse(read(`${from}/package.json`))
    if (!free.has(licence)) throw new Error(`${from} has the licence ${licence}`)
    return { name: `${from} ${name}`, licence, html }
  })
}

interface Rendered {
  package: string
  name: string
  html: string
}

/** Foundation's templates are written in Inky, and get its style sheet as style attributes. */
function foundation(read: (path: string) => string, load: NodeJS.Require): Rendered[] {
  const { Inky } = load('inky')
  const juice = load('juice')
  const css = read('foundation-emails/dist/foundation-emails.css')
  const names = [
    ...['newsletter', 'newsletter-2', 'marketing', 'hero', 'sidebar', 'sidebar-hero', 'drip'],
  ]
  return names.map((name) => {
    const inky = read(`foundation-emails/templates/${name}.html`)
    const page = `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">
<html xmlns="http://www.w3.org/1999/xhtml"><head><meta name="viewport" content="width=device-width"><style>${css}</style></head>
<body><table class="body" data-made-with-foundation><tr><td class="center" align="center" valign="top"><center>${inky}</center></td></tr></table></body></html>`
    const tables = new Inky({}).releaseTheKraken(page)
    return { package: 'foundation-emails', name, html: juice(tables) }
  })
}

function mailgen(load: NodeJS.Require): Rendered[] {
  const Mailgen = load('mailgen')
  const body = {
    name: 'Ana',
    intro: 'The first seeds of the year have come, and the pots for them are on sale until Sunday.',
    table: {
      data: [
        { item: 'Tomatoes', description: 'A bag of 20 seeds', price: '2 €' },
        { item: 'Pot', description: 'Clay, 12 cm', price: '4 €' },
      ],
    },
    action: {
      instructions: 'See what else is new in the shop:',
      button: { color: '#22BC66', text: 'See what is new', link: 'https://shop.example/?a=1&b=2' },
    },
    outro: 'You receive this because you have signed up on our page.',
  }
  return ['default', 'neopolitan', 'salted', 'cerberus'].map((theme) => {
    const product = {
      name: 'The seed shop',
      link: 'https://shop.example/',
      logo: 'https://shop.example/logo.png',
    }
    return {
      package: 'mailgen',
      name: theme,
      html: new Mailgen({ theme, product }).generate({ body }),
    }
  })
}

/** The templates that a new project of React Email begins with. */
async function reactEmail(folder: string): Promise<Rendered[]> {
  const names = [
    ...['notion-magic-link', 'plaid-verify-identity', 'stripe-welcome', 'vercel-invite-user'],
  ]
  const entry = join(folder, 'react-email.mjs')
  const imports = names.map(
    (name, index) =>
      `import * as t${index} from './node_modules/create-email/template/emails/${name}.tsx'`,
  )
  writeFileSync(
    entry,
    `${imports.join('\n')}
import { createElement } from 'react'
import { render } from 'react-email'
export const all = () => Promise.all([${names.map((_, index) => `t${index}`).join(', ')}].map((each) => {
  const [Email] = [each.default ?? Object.values(each)[0]]
  return render(createElement(Email, Email.PreviewProps ?? {}))
}))`,
  )
  const bundle = await rolldown({
    input: entry,
    platform: 'node',
    external: /^react(?:-dom|-email)?(?:$|\/)/,
    transform: { jsx: 'react-jsx' },
    logLevel: 'silent',
  })
  await bundle.write({ file: join(folder, 'rendered.mjs'), format: 'esm' })
  const { all } = await import(pathToFileURL(join(folder, 'rendered.mjs')).href)
  const pages: string[] = await all()
  return names.map((name, index) => ({ package: 'create-email', name, html: pages[index] ?? '' }))
}
