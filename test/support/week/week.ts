import type { Answer } from '../screens/person.ts'
import { writeAutomation, writeContacts, writeNewsletter } from './files.ts'
import { readMail } from './readers.ts'
import { type Day, openWorld, type World, type WorldOptions } from './world.ts'

type Step =
  | string
  | {
      line: string
      answers?: readonly Answer[]
      interruptAt?: RegExp
      /** What differs from run to run. */
      hidden?: RegExp
    }
  | ((world: World) => void | Promise<void>)

interface Scene {
  name: string
  day: Day
  time: string
  steps: readonly Step[]
}

const enter = '\r'
const down = '\x1b[B'
const ctrlC = '\x03'

/** The week of a marketer. Each scene is one golden file. */
const scenes: readonly Scene[] = [
  {
    name: 'log-in',
    day: 'Monday',
    time: '9:00',
    steps: [
      'auth status',
      { line: 'lists list', answers: [[/S\/n|Y\/n/, `n${enter}`]] },
      {
        line: 'auth login --remember-me',
        answers: [
          [/¿Dónde|Where/, enter],
          [/Dirección del servicio:|Address of the service:/, `URL${enter}`],
          [/Username|Usuario/, `ana${enter}`],
          [/Password|Contraseña/, `PASS${enter}`],
        ],
      },
      'auth status',
      'whoami',
    ],
  },
  {
    name: 'import-dry-run',
    day: 'Monday',
    time: '9:10',
    steps: [
      ({ files }) => writeContacts(files.contacts),
      'lists import clientes.csv --list Clientes --dry-run',
      'lists create --name Clientes',
      'lists fields create --list Clientes --name Ciudad --type text',
      { line: 'lists import clientes.csv --list Clientes --dry-run' },
    ],
  },
  {
    name: 'import',
    day: 'Monday',
    time: '9:20',
    steps: [
      {
        line: 'lists import clientes.csv --list Clientes',
        answers: [[/Alta/, enter]],
      },
      'lists list',
      'lists get Clientes',
      'lists fields list --list Clientes',
      'lists imports list',
    ],
  },
  {
    name: 'contacts',
    day: 'Monday',
    time: '9:30',
    steps: [
      'contacts list --list Clientes',
      'contacts list --list Clientes --limit 3 --wide',
      'contacts add --list Clientes --email nueva@correo.example --name Nueva --field Ciudad=Soria',
      'contacts get nueva@correo.example --list Clientes',
      'contacts add --list Clientes --email nueva@correo --name Nueva',
    ],
  },
  {
    name: 'segment',
    day: 'Monday',
    time: '10:00',
    steps: [
      `segments create --name Málaga --list Clientes --where 'Ciudad = "Málaga"'`,
      'segments preview Málaga --limit 5',
      `segments preview --where 'Ciuda = "Málaga"'`,
      'segments list',
    ],
  },
  {
    name: 'sender',
    day: 'Tuesday',
    time: '9:00',
    steps: [
      'senders create --from-name Panadería --from-mail hola@panaderia.example',
      'senders verify hola@panaderia.example --code 1',
      'senders verify hola@panaderia.example --code CODE',
      'senders list',
    ],
  },
  {
    name: 'create-by-form',
    day: 'Tuesday',
    time: '9:30',
    steps: [
      ({ files }) => writeNewsletter(files.newsletter),
      {
        line: 'campaigns create',
        answers: [
          [/(Name|Nombre):/, `Borrador${enter}`],
          [/(Lists|Listas):/, enter],
          [/(Segment|Segmento) \(/, enter],
          [/(Sender|Remitente):/, enter],
          [/(Subject|Asunto):/, `Prueba${enter}`],
          [/Preheader|Preview text/, enter],
          [/(The message|El mensaje):/, enter],
          [/(HTML file|Archivo HTML).*:/, `HTMLFILE${enter}`],
          [/¿Y después\?|And then\?/, enter],
        ],
      },
      'campaigns list',
    ],
  },
  {
    name: 'create-by-flags',
    day: 'Tuesday',
    time: '9:40',
    steps: [
      'campaigns create --name Primavera --subject "Pan de primavera, {{ nombre }}" --html primavera.html --from-mail hola@panaderia.example --list Clientes --track-reads --track-links --draft',
      'campaigns get Primavera',
    ],
  },
  {
    name: 'check',
    day: 'Tuesday',
    time: '9:50',
    steps: [
      'campaigns check Primavera',
      'campaigns check Primavera --fix',
      'campaigns update Primavera --reply-to ayuda@panaderia.example',
      {
        line: 'campaigns update Primavera',
        answers: [
          [/¿Qué quieres cambiar|What/, `${down} ${enter}`],
          [/(Subject|Asunto):/, `Pan de primavera para {{ nombre | default: "ti" }}${enter}`],
        ],
      },
      ({ files }) => writeNewsletter(files.newsletter, { hasUnknownTag: false }),
      'campaigns update Primavera --html primavera.html',
      'campaigns check Primavera --fix',
    ],
  },
  {
    name: 'preview',
    day: 'Tuesday',
    time: '10:00',
    steps: [
      'campaigns preview Primavera',
      'campaigns test Primavera --to ana@panaderia.example',
      (world) => world.deliver(),
      'sandbox inbox list',
      'sandbox inbox open 2',
    ],
  },
  {
    name: 'send',
    day: 'Wednesday',
    time: '9:00',
    steps: [
      'campaigns send Primavera --dry-run',
      { line: 'campaigns send Primavera', answers: [[/y\/N|s\/N/, `n${enter}`]] },
      { line: 'campaigns send Primavera', answers: [[/y\/N|s\/N/, `y${enter}`]] },
      { line: 'campaigns watch Primavera', interruptAt: /[Qq]ueued|cola/ },
      (world) => world.deliver(),
      'campaigns watch Primavera',
      'campaigns send Primavera',
    ],
  },
  {
    name: 'results',
    day: 'Wednesday',
    time: '12:00',
    steps: [
      (world) => readMail(world, { opens: 24, clicks: 9 }),
      'campaigns stats Primavera',
      'campaigns stats Primavera --breakdown',
      'campaigns recipients Primavera --limit 8',
      'campaigns recipients Primavera --status clicked --limit 3',
      'campaigns links Primavera',
    ],
  },
  {
    name: 'resend',
    day: 'Thursday',
    time: '9:00',
    steps: [
      'campaigns report Primavera --file informe.html',
      'campaigns resend Primavera --to unopened --subject "¿Lo has visto?"',
      'campaigns list',
      'campaigns duplicate Primavera',
      'campaigns duplicate Primavera',
      'campaigns compare Primavera 4',
      {
        line: 'campaigns schedule 4 --at "tomorrow 9am"',
        answers: [[/y\/N|s\/N/, `y${enter}`]],
      },
      'campaigns schedule 4 --at yesterday',
      'campaigns unschedule 4 --yes',
    ],
  },
  {
    name: 'wrong-names',
    day: 'Thursday',
    time: '10:00',
    steps: [
      'campaigns get Primaver',
      'campaigns get Verano',
      'campaigns get 99',
      'campaigns get 1.5',
      'campaigns stats primavera',
      'segments preview Malaga --limit 1',
      'contacts list --list Cliente',
      'campaigns create --name A --subject B --from-mail hola@panaderia.example --list Clientes --segment VIP --draft',
      { line: 'campaigns delete Prim', answers: [] },
    ],
  },
  {
    name: 'typos',
    day: 'Thursday',
    time: '10:10',
    steps: [
      'campaings list',
      'campaigns lst',
      'campaigns',
      'campaigns list --statu sent',
      'campaigns list --status enviada',
      'campaigns list --limit 0',
      'campaigns list --fields nope',
      { line: 'campaigns new --name A', answers: [[/(Lists|Listas):/, ctrlC]] },
      'contacts search ana',
      'contacts bulk addtag',
      'auth login --profile',
      'status',
      'version',
    ],
  },
  {
    name: 'help',
    day: 'Thursday',
    time: '10:20',
    steps: [
      '--help',
      'campaigns --help',
      'campaigns schedule --help',
      'lists delete --help',
      'help exit-codes',
    ],
  },
  {
    name: 'automation',
    day: 'Friday',
    time: '9:00',
    steps: [
      ({ files }) => writeAutomation(files.automation, 1),
      'automations create bienvenida.json',
      'automations get Bienvenida',
      {
        line: 'automations activate Bienvenida',
        answers: [[/y\/N|s\/N/, `y${enter}`]],
      },
      'automations list',
      'automations stats Bienvenida',
      'automations delete Bienvenida --yes',
    ],
  },
  {
    name: 'dns',
    day: 'Friday',
    time: '9:30',
    steps: [
      'senders verify hola@panaderia.example --resend',
      (world) => world.publishDns(),
      'senders create --from-name Panadería --from-mail pedidos@panaderia.example',
      'dashboard deliverability',
    ],
  },
  {
    name: 'users',
    day: 'Friday',
    time: '10:00',
    steps: [
      'users list',
      'users roles',
      'users me get',
      'users quota get ana',
      'users role ana Jefa',
    ],
  },
  {
    name: 'find',
    day: 'Friday',
    time: '10:10',
    steps: [
      'search primavera',
      'search zzz',
      'events list --limit 5',
      'contacts history cliente.1@correo.example --list Clientes',
    ],
  },
  {
    name: 'dashboard',
    day: 'Friday',
    time: '10:20',
    steps: [
      'dashboard',
      'dashboard stats',
      { line: 'doctor', hidden: /^(Reloj|Clock)\b.*\n(?: .*\n)+/m },
    ],
  },
  {
    name: 'delete',
    day: 'Friday',
    time: '11:00',
    steps: [
      { line: 'campaigns delete Borrador', answers: [[/y\/N|s\/N/, `n${enter}`]] },
      'campaigns delete Borrador --no-input',
      'campaigns delete Borrador --dry-run',
      'campaigns delete Borrador --yes',
      'lists delete Clientes --confirm Client',
    ],
  },
  {
    name: 'log-out',
    day: 'Friday',
    time: '12:00',
    steps: [
      'auth logout',
      { line: 'campaigns list', answers: [[/S\/n|Y\/n/, `n${enter}`]] },
      'sandbox status',
    ],
  },
]

/** Plays the week. Returns its screens by file name. */
export async function playWeek(options: WorldOptions): Promise<Map<string, string>> {
  const world = await openWorld(options)
  try {
    const screens = new Map<string, string>()
    for (const [index, { name, day, time, steps }] of scenes.entries()) {
      await world.goTo(day, time)
      const parts: string[] = []
      for (const step of steps) {
        if (typeof step === 'function') await step(world)
        else parts.push(await typeLine(world, step))
      }
      const number = String(index + 1).padStart(2, '0')
      screens.set(`${number}-${name}.txt`, `${parts.join('\n\n')}\n`)
    }
    return screens
  } finally {
    await world.close()
  }
}

async function typeLine(world: World, step: Exclude<Step, (world: World) => unknown>) {
  const {
    line,
    answers = [],
    hidden,
    ...options
  } = typeof step === 'string' ? { line: step } : step
  const code = line.includes('CODE') ? await world.lastCode() : ''
  const paths = new Map(Object.values(world.files).map((path) => [path.split('/').at(-1), path]))
  const argv = wordsOf(line).map((word) => (word === 'CODE' ? code : (paths.get(word) ?? word)))
  const keys = answers.map(([shown, typed]): Answer => {
    const { url, pass } = world.server
    const { newsletter } = world.files
    return [shown, typed.replace('HTMLFILE', newsletter).replace('URL', url).replace('PASS', pass)]
  })
  const shown = `remite ${line.replace('CODE', '482913')}`
  const screen = await world.type(shown, argv, { answers: keys, ...options })
  return hidden ? screen.replace(hidden, '') : screen
}

/** Splits a line as a shell does: at blanks, but for those within quotes. */
const wordsOf = (line: string): string[] =>
  [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, plain]) => double ?? single ?? plain ?? '',
  )
