/** The guides that the API serves beside its reference, by the last part of their address. `source` is a file of this repository. */
export const GUIDES = {
  api: { label: 'The API by example', source: 'docs/api.md' },
  webhooks: { label: 'Webhooks', source: 'docs/webhooks.md' },
  receivers: { label: 'Receivers', source: 'examples/receivers/README.md' },
  'event-bus': { label: 'Event bus', source: 'examples/event-bus/README.md' },
  agents: { label: 'How agents answer', source: 'docs/agents.md' },
  client: { label: 'TypeScript client', source: 'packages/client/README.md' },
  python: { label: 'Python client', source: 'packages/python/README.md' },
  cli: { label: 'Command line', source: 'packages/cli/README.md' },
} as const

export type Guide = keyof typeof GUIDES
