// The baseline of tracking.ts: the same framework with two routes and fixed answers. Sends its port to the parent.
import fastify from 'fastify'

const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64')

const server = fastify()
server.get('/o/:token', (_, reply) => {
  reply.header('content-type', 'image/gif').header('cache-control', 'no-store').send(pixel)
})
server.get('/c/:token', (_, reply) => {
  reply.header('cache-control', 'no-store').redirect('https://shop.example/oferta', 302)
})
await server.listen({ host: '127.0.0.1', port: 0 })
process.send(server.server.address().port)
process.on('disconnect', () => process.exit())
