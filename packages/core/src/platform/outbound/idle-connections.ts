import http from 'node:http'
import https from 'node:https'
import type { Socket } from 'node:net'
import { systemClock } from '../clock.ts'

/** Servers close idle connections after 5 s or more; one may end unnoticed while a function is frozen. */
export const MAX_IDLE_MILLISECONDS = 2000

const OPTIONS = { keepAlive: true, maxSockets: 20, maxFreeSockets: 10 }
const agents = { http: new http.Agent(OPTIONS), https: new https.Agent(OPTIONS) }
const idleSince = new WeakMap<Socket, number>()
for (const agent of Object.values(agents))
  agent.on('free', (socket: Socket) => void idleSince.set(socket, systemClock()))

/** Returns the agent that reuses idle connections, after closing those that were idle too long. */
export function reusingConnections(secure: boolean, clock = systemClock): http.Agent {
  const agent = secure ? agents.https : agents.http
  const idleSinceAtLeast = clock() - MAX_IDLE_MILLISECONDS
  for (const sockets of Object.values(agent.freeSockets))
    for (const socket of sockets ?? []) if ((idleSince.get(socket) ?? 0) < idleSinceAtLeast) socket.destroy()
  return agent
}
