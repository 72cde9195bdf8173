/** Whether permissions differ from those before. The first differ from none. */
export function createChangeCheck(): (permissions: string) => boolean {
  let known: string | undefined
  return (permissions) => {
    const hasChanged = known !== undefined && known !== permissions
    known = permissions
    return hasChanged
  }
}

/** Above the number of assistants that one process serves at a time. */
const maxClients = 10_000

/** The same for many clients by name. The oldest are forgotten, and miss a notification. */
export function createChangeChecks(): (client: string) => (permissions: string) => boolean {
  const clients = new Map<string, (permissions: string) => boolean>()
  return (client) => {
    const hasChanged = clients.get(client) ?? createChangeCheck()
    clients.delete(client)
    clients.set(client, hasChanged)
    const [oldest] = clients.keys()
    if (clients.size > maxClients && oldest !== undefined) clients.delete(oldest)
    return hasChanged
  }
}
