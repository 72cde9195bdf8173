import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'

interface RelayScript {
  /** The extensions that it offers. */
  extensions?: readonly string[]
  /** The reply to the content of a message. */
  reply?: (to: string) => string | Promise<string>
  /** The reply to the login. */
  loginReply?: string
}

export interface ScriptedRelay {
  url: string
  /** The lines that clients sent, without the content of messages. */
  commands: string[]
  stop(): Promise<void>
}

/** A relay whose replies are given word for word, and when the test wants. */
export async function startScriptedRelay(script: RelayScript = {}): Promise<ScriptedRelay> {
  const { extensions = [], reply = () => '250 2.0.0 Ok', loginReply = '235 2.7.0 Ok' } = script
  const sockets = new Set<Socket>()
  const commands: string[] = []

  async function serve(socket: Socket): Promise<void> {
    const say = (text: string) => socket.write(`${text}\r\n`)
    let to = ''
    let isContent = false
    say('220 relay.example ESMTP')
    for await (const line of createInterface(socket)) {
      if (isContent) {
        if (line !== '.') continue
        isContent = false
        say(await reply(to))
        continue
      }
      commands.push(line)
      const [verb = ''] = line.toUpperCase().split(' ')
      if (verb === 'EHLO') {
        const lines = ['relay.example', ...extensions]
        say(lines.map((each, n) => `250${n < lines.length - 1 ? '-' : ' '}${each}`).join('\r\n'))
      } else if (verb === 'AUTH') {
        say(loginReply)
      } else if (verb === 'DATA') {
        isContent = true
        say('354 Go on')
      } else if (verb === 'QUIT') {
        socket.end('221 Bye\r\n')
      } else {
        if (verb === 'RCPT') to = /<(.*)>/.exec(line)?.[1] ?? ''
        say('250 2.0.0 Ok')
      }
    }
  }

  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => sockets.delete(socket))
    serve(socket).catch(() => socket.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    commands,
    async stop() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
