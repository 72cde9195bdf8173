/**
 * One environment variable. Its description is in `messages/<language>/environment.ts`, under the
 * same key.
 */
interface Variable {
  name: string
  /** `command`: an empty one means that no program is wanted. */
  kind: 'text' | 'flag' | 'url' | 'path' | 'command'
  /** A password or key, or a URL that may contain one. It is never shown, not even by `doctor`. */
  secret?: true
  /** The name that other tools read first. */
  preferred?: string
}

/** All environment variables that this program reads. */
export const variables = {
  token: { name: 'REMITE_TOKEN', kind: 'text', secret: true },
  apiUrl: { name: 'REMITE_API_URL', kind: 'url' },
  profile: { name: 'REMITE_PROFILE', kind: 'text' },
  output: { name: 'REMITE_OUTPUT', kind: 'text' },
  lang: { name: 'REMITE_LANG', kind: 'text' },
  noInput: { name: 'REMITE_NO_INPUT', kind: 'flag' },
  debug: { name: 'REMITE_DEBUG', kind: 'flag' },
  pager: { name: 'REMITE_PAGER', kind: 'command' },
  resultFile: { name: 'REMITE_RESULT_FILE', kind: 'path' },
  configDir: { name: 'REMITE_CONFIG_DIR', kind: 'path' },
  stateDir: { name: 'REMITE_STATE_DIR', kind: 'path' },

  databaseUrl: { name: 'REMITE_DATABASE_URL', kind: 'url', secret: true },
  databaseReadUrl: { name: 'REMITE_DATABASE_READ_URL', kind: 'url', secret: true },
  smtpUrl: { name: 'REMITE_SMTP_URL', kind: 'url', secret: true },
  mediaUrl: { name: 'REMITE_MEDIA_URL', kind: 'url', secret: true },
  masterKey: { name: 'REMITE_MASTER_KEY', kind: 'text', secret: true },
  webhookSecret: { name: 'REMITE_WEBHOOK_SECRET', kind: 'text', secret: true },

  awsAccessKeyId: { name: 'AWS_ACCESS_KEY_ID', kind: 'text', secret: true },
  awsSecretAccessKey: { name: 'AWS_SECRET_ACCESS_KEY', kind: 'text', secret: true },
  awsSessionToken: { name: 'AWS_SESSION_TOKEN', kind: 'text', secret: true },
  awsRegion: { name: 'AWS_REGION', kind: 'text' },
  awsEndpoint: { name: 'AWS_ENDPOINT_URL_S3', kind: 'url' },

  noColor: { name: 'NO_COLOR', kind: 'text' },
  forceColor: { name: 'FORCE_COLOR', kind: 'text' },
  ci: { name: 'CI', kind: 'flag' },
  systemPager: { name: 'PAGER', kind: 'command' },
  httpProxy: { name: 'HTTP_PROXY', kind: 'url', secret: true, preferred: 'http_proxy' },
  httpsProxy: { name: 'HTTPS_PROXY', kind: 'url', secret: true, preferred: 'https_proxy' },
  noProxy: { name: 'NO_PROXY', kind: 'text', preferred: 'no_proxy' },
  nodeExtraCaCerts: { name: 'NODE_EXTRA_CA_CERTS', kind: 'path' },
  tz: { name: 'TZ', kind: 'text' },
  lcAll: { name: 'LC_ALL', kind: 'text' },
  lcMessages: { name: 'LC_MESSAGES', kind: 'text' },
  systemLang: { name: 'LANG', kind: 'text' },
  xdgConfigHome: { name: 'XDG_CONFIG_HOME', kind: 'path' },
  xdgStateHome: { name: 'XDG_STATE_HOME', kind: 'path' },
  appData: { name: 'APPDATA', kind: 'path' },
  localAppData: { name: 'LOCALAPPDATA', kind: 'path' },
} as const satisfies Record<string, Variable>

export type VariableKey = keyof typeof variables

/** The values of the variables. An empty variable counts as unset, except for a command. */
export type Environment = {
  readonly [Key in VariableKey]:
    | ((typeof variables)[Key]['kind'] extends 'flag' ? boolean : string)
    | undefined
}

/** The variables in the order in which help shows them. */
export const variableList = Object.entries<Variable>(variables).map(([key, variable]) => ({
  key: key as VariableKey,
  ...variable,
}))

export function readEnvironment(env: NodeJS.ProcessEnv): Environment {
  const entries = variableList.map(({ key, name, kind, preferred }) => {
    const given = (preferred && env[preferred]) || env[name]
    const text = kind === 'command' ? given : given || undefined
    return [key, text && kind === 'flag' ? isOn(text) : text]
  })
  // `fromEntries` loses the type of each key. The line above converts by the same table as the
  // type.
  return Object.fromEntries(entries) as Environment
}

const isOn = (text: string): boolean => !/^(0|false|no|off)$/i.test(text)
