import { isObject } from '../platform/json.ts'

/** A fixed value of an `apiSchema`. */
export interface FixedValue {
  /** The keys to it, such as `request_headers`, `Authorization`. In a URL: `url` with `userinfo` or `query`. */
  readonly steps: readonly string[]
  readonly value: unknown
  /** Whether everyone may read it (`input.public`). Parts of a URL are never public. */
  readonly isPublic: boolean
}

const SECTIONS = ['path_params', 'query_params', 'request_headers', 'request_body']

/** Replaces each fixed value of an `apiSchema`: those of its parameters, and userinfo and query of its URL. */
export function replaceFixedValues(apiSchema: unknown, replace: (fixed: FixedValue) => unknown): unknown {
  if (!isObject(apiSchema)) return apiSchema
  const pieces = Object.entries(apiSchema).map(([key, piece]) => {
    if (key === 'url' && typeof piece === 'string') return [key, replaceInUrl(piece, replace)] as const
    return [key, SECTIONS.includes(key) ? replaceParameters(piece, [key], replace) : piece] as const
  })
  return Object.fromEntries(pieces)
}

function replaceParameters(piece: unknown, steps: readonly string[], replace: (fixed: FixedValue) => unknown): unknown {
  const inner = (child: unknown, key: string) => replaceParameters(child, [...steps, key], replace)
  if (Array.isArray(piece)) return piece.map((child, index) => inner(child, String(index)))
  if (!isObject(piece)) return piece
  const { input } = piece
  if (isObject(input) && input.type === 'value' && 'value' in input) {
    const value = replace({ steps, value: input.value, isPublic: input.public === true })
    return { ...piece, input: { ...input, value } }
  }
  return Object.fromEntries(Object.entries(piece).map(([key, child]) => [key, inner(child, key)]))
}

/** Scheme, userinfo, host and path, query, fragment. */
const URL_PARTS = /^(\s*(?:[a-z][\w+.-]*:)?\/\/)?(?:([^/?#\\]*)@)?([^?#]*)(?:\?([^#]*))?(.*)$/is

function replaceInUrl(url: string, replace: (fixed: FixedValue) => unknown): string {
  const [, scheme = '', userinfo, authority = '', query, fragment = ''] = URL_PARTS.exec(url) ?? []
  const replaced = (part: string, value: string) => String(replace({ steps: ['url', part], value, isPublic: false }))
  const before = userinfo === undefined ? '' : `${replaced('userinfo', userinfo)}@`
  const after = query === undefined ? '' : `?${replaced('query', query)}`
  return `${scheme}${before}${authority}${after}${fragment}`
}
