import http from 'node:http'
import https from 'node:https'
import type { Socket } from 'node:net'
import { systemClock } from '../clock.ts'

/**
 * Longest rest of a connection that is used again. Servers close theirs after 5 s or more, and while a function is frozen between
 * invocations a connection may end without a trace.
 */
export const LONGEST_REST_MILLISECONDS = 2000

const OPTIONS = { keepAlive: true, maxSockets: 20, maxFreeSockets: 10 }
const agents = { http: new http.Agent(OPTIONS), https: new https.Agent(OPTIONS) }
const restsSince = new WeakMap<Socket, number>()
for (const agent of Object.values(agents))
  agent.on('free', (socket: Socket) => void restsSince.set(socket, systemClock()))

/** The connections that are kept for further requests. One that rested for too long is closed first. */
export function keptConnections(secure: boolean, clock = systemClock): http.Agent {
  const agent = secure ? agents.https : agents.http
  const freshSince = clock() - LONGEST_REST_MILLISECONDS
  for (const sockets of Object.values(agent.freeSockets))
    for (const socket of sockets ?? []) if ((restsSince.get(socket) ?? 0) < freshSince) socket.destroy()
  return agent
}
