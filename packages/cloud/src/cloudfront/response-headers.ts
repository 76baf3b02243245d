import { isTrue, objectAt, objectsOf, textOf } from '../json.ts'
import type { JsonObject, Resource } from '../resource.ts'

/** Headers of a response, by lower-case name. */
export type Headers = Readonly<Record<string, string | readonly string[]>>

/** Applies a response headers policy to the headers of a response. */
export type ResponseHeaders = (headers: Headers) => Headers

interface SetHeader {
  readonly name: string
  readonly value: string
  /** Whether it replaces the origin's header. */
  readonly overrides: boolean
}

/** Returns the policy with this id. @throws Error if it is not in the template, or sets CORS or server timing. */
export function responseHeadersOf(
  id: string | undefined,
  resources: readonly Resource[],
  where: string,
): ResponseHeaders {
  if (id === undefined) return (headers) => headers
  const policy = resources.find(
    ({ type, physicalId }) => type === 'AWS::CloudFront::ResponseHeadersPolicy' && physicalId === id,
  )
  if (!policy) throw new Error(`${where}: the ResponseHeadersPolicy ${id} is unknown`)
  const config = objectAt(policy.properties, 'ResponseHeadersPolicyConfig')
  const unsupported = ['CorsConfig', 'ServerTimingHeadersConfig'].find((name) => config[name] !== undefined)
  if (unsupported) throw new Error(`${policy.stack}/${policy.logicalId}: ${unsupported} is not supported`)
  return applying(
    [...securityHeaders(objectAt(config, 'SecurityHeadersConfig')), ...customHeaders(config)],
    new Set(objectsOf(objectAt(config, 'RemoveHeadersConfig').Items).map((item) => lower(item.Header))),
  )
}

function applying(set: readonly SetHeader[], removed: ReadonlySet<string>): ResponseHeaders {
  return (headers) => {
    const kept = Object.entries(headers).filter(([name]) => !removed.has(name))
    const added = set.filter(({ name, overrides }) => overrides || headers[name] === undefined)
    return { ...Object.fromEntries(kept), ...Object.fromEntries(added.map(({ name, value }) => [name, value])) }
  }
}

function customHeaders(config: JsonObject): readonly SetHeader[] {
  return objectsOf(objectAt(config, 'CustomHeadersConfig').Items).map((item) => ({
    name: lower(item.Header),
    value: textOf(item.Value) ?? '',
    overrides: isTrue(item.Override),
  }))
}

function securityHeaders(config: JsonObject): readonly SetHeader[] {
  const header = (member: string, name: string, value: (of: JsonObject) => string | undefined): SetHeader[] => {
    if (config[member] === undefined) return []
    const settings = objectAt(config, member)
    return [{ name, value: value(settings) ?? '', overrides: isTrue(settings.Override) }]
  }
  return [
    ...header('ContentSecurityPolicy', 'content-security-policy', (of) => textOf(of.ContentSecurityPolicy)),
    ...header('ContentTypeOptions', 'x-content-type-options', () => 'nosniff'),
    ...header('FrameOptions', 'x-frame-options', (of) => textOf(of.FrameOption)),
    ...header('ReferrerPolicy', 'referrer-policy', (of) => textOf(of.ReferrerPolicy)),
    ...header('StrictTransportSecurity', 'strict-transport-security', transportSecurity),
    ...header('XSSProtection', 'x-xss-protection', xssProtection),
  ]
}

function transportSecurity(settings: JsonObject): string {
  const subdomains = isTrue(settings.IncludeSubdomains) ? '; includeSubDomains' : ''
  const preload = isTrue(settings.Preload) ? '; preload' : ''
  return `max-age=${textOf(settings.AccessControlMaxAgeSec) ?? '0'}${subdomains}${preload}`
}

function xssProtection(settings: JsonObject): string {
  if (!isTrue(settings.Protection)) return '0'
  return isTrue(settings.ModeBlock) ? '1; mode=block' : '1'
}

function lower(value: JsonObject[string] | undefined): string {
  return (textOf(value) ?? '').toLowerCase()
}
