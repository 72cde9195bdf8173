import { SMTPServer } from 'smtp-server'

/**
 * Creates a relay that accepts everything that `behaviour` does not reject. It calls `keep` before it
 * replies 250, so no accepted message is lost. The file is JavaScript, because Node also runs it
 * directly as a separate process.
 *
 * @type {import('./smtp-sink-server.d.mts').createSinkServer}
 */
export function createSinkServer(behaviour, keep) {
  const greylisted = new Set()
  const taken = new Map()
  const dropped = (session) => {
    for (const { id, _socket } of server.connections) if (id === session.id) _socket.destroy()
  }

  const server = new SMTPServer({
    logger: false,
    disableReverseLookup: true,
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: behaviour.startTls ? [] : ['STARTTLS'],
    hidePIPELINING: behaviour.pipelining === false,
    ...(behaviour.size ? { size: behaviour.size } : {}),
    onConnect(_session, done) {
      if (behaviour.refuseConnections) return done(refusal(554, '5.7.1 Not you'))
      setTimeout(done, behaviour.bannerMs ?? 0)
    },
    onAuth({ username, password }, _session, done) {
      if (password === behaviour.password) return done(null, { user: username })
      done(refusal(535, '5.7.8 Wrong password'))
    },
    onMailFrom(_address, session, done) {
      if (behaviour.password && !session.user) return done(refusal(530, '5.7.0 Log in first'))
      const count = taken.get(session.id) ?? 0
      if (count === behaviour.hangUpAfter) return dropped(session)
      if (count === behaviour.closingAfter) return done(refusal(421, '4.7.0 Enough for now'))
      done()
    },
    onRcptTo({ address }, session, done) {
      if (behaviour.drop === 'before-data') return dropped(session)
      if (behaviour.refuse && new RegExp(behaviour.refuse).test(address)) {
        return done(refusal(550, '5.1.1 No such user'))
      }
      if (behaviour.block && new RegExp(behaviour.block).test(address)) {
        return done(refusal(554, '5.7.1 Blocked by policy'))
      }
      if (behaviour.busy && new RegExp(behaviour.busy).test(address) && !greylisted.has(address)) {
        greylisted.add(address)
        return done(refusal(450, '4.7.1 Too much mail from you'))
      }
      if (behaviour.greylist && !greylisted.has(address)) {
        greylisted.add(address)
        return done(refusal(451, '4.7.1 Come back later'))
      }
      done()
    },
    onData(stream, session, done) {
      const chunks = []
      stream.on('data', (chunk) => {
        if (behaviour.drop === 'in-data') dropped(session)
        chunks.push(chunk)
      })
      stream.on('end', () => {
        if (behaviour.silent) return
        if (behaviour.refuseContent) return done(refusal(554, '5.7.1 Looks like spam'))
        const { mailFrom, rcptTo } = session.envelope
        keep({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          at: Date.now(),
          raw: Buffer.concat(chunks),
        })
        if (behaviour.drop === 'after-data') return dropped(session)
        taken.set(session.id, (taken.get(session.id) ?? 0) + 1)
        const answer = () => done(null, '2.6.0 Queued')
        if (behaviour.answerMs) setTimeout(answer, behaviour.answerMs)
        else answer()
      })
    },
  })
  // smtp-server reports each dropped connection as an error.
  server.on('error', () => {})
  return server
}

function refusal(responseCode, message) {
  return Object.assign(new Error(message), { responseCode })
}
