import { type HttpRequest, headerOf } from '../api-gateway/request.ts'
import type { Forwarding } from './forwarding-policy.ts'

/** Headers that are not forwarded, or that CloudFront replaces. */
const REPLACED = new Set(['cookie', 'host', 'via', 'x-forwarded-for'])

/** Builds the request for the origin: without what the policies exclude, with what CloudFront adds. */
export function forwarded(request: HttpRequest, { header, cookie, query }: Forwarding): HttpRequest {
  const kept = request.headers.filter(([name]) => {
    const lower = name.toLowerCase()
    return !REPLACED.has(lower) && header(lower)
  })
  const cookies = named(headerOf(request, 'cookie') ?? '', /;\s*/, cookie).join('; ')
  const addresses = [headerOf(request, 'x-forwarded-for'), request.sourceIp].filter(Boolean).join(', ')
  const agent = kept.some(([name]) => name.toLowerCase() === 'user-agent')
  return {
    ...request,
    rawQuery: named(request.rawQuery, '&', query).join('&'),
    headers: [
      ...kept,
      ...(cookies === '' ? [] : [['cookie', cookies] as const]),
      ...(agent ? [] : [['user-agent', 'Amazon CloudFront'] as const]),
      ['via', '1.1 embedded.cloudfront.net (CloudFront)'],
      ['x-forwarded-for', addresses],
    ],
  }
}

/** Returns the `name=value` parts whose names are chosen. */
function named(text: string, separator: string | RegExp, chooses: (name: string) => boolean): readonly string[] {
  return text.split(separator).filter((part) => part !== '' && chooses(part.split('=')[0] ?? ''))
}
