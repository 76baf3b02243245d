import { randomBytes } from 'node:crypto'
import { type HttpRequest, headerOf } from './request.ts'

/** Returns a request's headers with those that AWS's front ends set, which replace the client's of the same names. */
export function forwardedHeaders(request: HttpRequest, arrivedAt: number): [name: string, value: string][] {
  const seconds = Math.floor(arrivedAt / 1000).toString(16)
  const added: [string, string][] = [
    ['X-Amzn-Trace-Id', `Root=1-${seconds}-${randomBytes(12).toString('hex')}`],
    ['X-Forwarded-For', [headerOf(request, 'x-forwarded-for'), request.sourceIp].filter(Boolean).join(', ')],
    ['X-Forwarded-Port', headerOf(request, 'host')?.split(':')[1] ?? '80'],
    ['X-Forwarded-Proto', 'http'],
  ]
  const replaced = new Set(added.map(([name]) => name.toLowerCase()))
  const kept = request.headers.filter(([name]) => !replaced.has(name.toLowerCase()))
  return [...kept.map(([name, value]): [string, string] => [name, value]), ...added]
}

/** `09/Apr/2026:12:34:56 +0000` */
export function requestTime(arrivedAt: number): string {
  const [, day, month, year, time] = new Date(arrivedAt).toUTCString().split(' ')
  return `${day}/${month}/${year}:${time} +0000`
}
