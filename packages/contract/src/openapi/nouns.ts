interface Noun {
  /** The singular name of the resource. */
  readonly noun: string
  /** The id in all examples. */
  readonly id: string
}

/** Resources of the ids in paths, by the path segment before the id. */
const NOUNS: Readonly<Record<string, Noun>> = {
  agents: { noun: 'agent', id: '01998f2c-7a10-7c3e-9d54-6b1f0c2a8e01' },
  conversations: { noun: 'conversation', id: '5b0f6c1e-3a77-5d0e-8f4b-2f8f6f1c9a02' },
  customers: { noun: 'customer', id: '447700900200' },
  'mcp-connectors': { noun: 'MCP connector', id: '01998f2c-7a10-7c3e-9d54-6b1f0c2a8e03' },
  'msg-accounts': { noun: 'messaging account', id: '01998f2c-7a10-7c3e-9d54-6b1f0c2a8e04' },
  'msg-link-sessions': { noun: 'link session', id: '01998f2c-7a10-7c3e-9d54-6b1f0c2a8e05' },
  'msg-templates': { noun: 'template', id: '01998f2c-7a10-7c3e-9d54-6b1f0c2a8e06' },
  trials: { noun: 'trial', id: '5b0f6c1e-3a77-5d0e-8f4b-2f8f6f1c9a09' },
  triggers: { noun: 'outbound trigger', id: '01998f2c-7a10-7c3e-9d54-6b1f0c2a8e07' },
  'webhook-deliveries': { noun: 'delivery', id: '01998f2c-9b64-8d21-a1c7-4e5f60718293' },
  'phone-numbers': { noun: 'number', id: '01998f2c-7a10-7c3e-9d54-6b1f0c2a8e08' },
}

/** Returns the resource of the path parameter `name` in `path`. */
export function nounOf(path: string, name: string): Noun {
  const [, segment = ''] = new RegExp(`([^/]+)/\\{${name}\\+?\\}`).exec(path) ?? []
  return NOUNS[segment] ?? { noun: segment.replace(/s$/, '').replaceAll('-', ' '), id: exampleId(segment) }
}

export function exampleIdOf(segment: string): string {
  return NOUNS[segment]?.id ?? exampleId(segment)
}

/** Derives a UUID from a word, so that examples are stable. */
/* @__NO_SIDE_EFFECTS__ */
export function exampleId(word: string): string {
  let hash = 0
  for (const letter of word) hash = (hash * 31 + letter.charCodeAt(0)) % 0xffff_ffff
  return `01998f2c-7a10-7c3e-9d54-${hash.toString(16).padStart(12, '0')}`
}
