import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { DateTime, IdParams, None } from './fields.ts'

const entries = {
  version: v.pipe(v.number(), v.description('Its number, which is also the revision in the `ETag` of the agent.')),
  changedAt: v.pipe(v.nullable(DateTime), v.description('Null for versions from before the history existed.')),
  changedBy: v.pipe(
    v.nullable(v.object({ kind: v.picklist(['user', 'apiKey']), name: v.string() })),
    v.description('The email address of a user, or the name of an API key.'),
  ),
}

export const AgentVersion = v.pipe(
  v.object({
    ...entries,
    isCurrent: v.boolean(),
    fields: v.pipe(
      v.nullable(v.array(v.string())),
      v.description('The settings that differ from the version before; null if that version is not kept.'),
    ),
  }),
  v.description('A version of the settings of an agent.'),
  v.examples([
    {
      version: 7,
      changedAt: '2026-03-02T09:15:30.000Z',
      changedBy: { kind: 'user', name: 'ada@shop.example' },
      isCurrent: true,
      fields: ['systemPrompt', 'tools'],
    },
  ]),
)
export type AgentVersion = v.InferOutput<typeof AgentVersion>

export const SettingChange = v.pipe(
  v.object({
    field: v.pipe(v.string(), v.description('The setting, such as `systemPrompt` or `tools`.')),
    item: v.pipe(v.nullable(v.string()), v.description('The name of the item of an array; null for other settings.')),
    property: v.pipe(v.nullable(v.string()), v.description('The changed property of the item; null for a whole item.')),
    before: v.pipe(v.nullable(v.string()), v.description('Text, or JSON. Null if it was added.')),
    after: v.pipe(v.nullable(v.string()), v.description('Text, or JSON. Null if it was removed.')),
  }),
  v.description('A difference of one property. Secret values are masked.'),
)
export type SettingChange = v.InferOutput<typeof SettingChange>

const versions = { path: '/api/v1/agents/{id}/versions/', tag: 'Agents', params: IdParams } as const
const params = v.object({
  ...IdParams.entries,
  version: v.pipe(
    v.string(),
    v.description('The number of the version.'),
    // An unknown version is a 404, whatever its format.
    v.transform((text) => (/^\d{1,15}$/.test(text) ? Number(text) : -1)),
  ),
})

export const listAgentVersions = endpoint({
  ...versions,
  method: 'GET',
  summary: 'List the versions of an agent',
  description: 'The current version and up to 20 before it, of the last 90 days, newest first.',
  response: v.object({ results: v.array(AgentVersion) }),
  errors: [404],
})

export const getAgentVersion = endpoint({
  ...versions,
  method: 'GET',
  path: `${versions.path}{version}/`,
  summary: 'Get what a version of an agent changed',
  params,
  query: v.object({
    compareWith: v.pipe(
      v.optional(v.picklist(['previous', 'current']), 'previous'),
      v.description(
        '`previous`: what the version changed in the one before. `current`: what has changed since the version.',
      ),
    ),
  }),
  response: v.object({ ...entries, changes: v.array(SettingChange) }),
  errors: [404],
})

export const restoreAgentVersion = endpoint({
  ...versions,
  method: 'POST',
  path: `${versions.path}{version}/restore/`,
  summary: 'Restore a version of an agent',
  description:
    'Saves the settings of the version as a new one, with their secrets. Customers get them at once. Documents and the picture stay as they are, and so does a draft. Returns 400 if the version refers to an agent or a connector that was deleted, and 409 if another request changed the agent concurrently.',
  versioned: true,
  params,
  body: None,
  bodyOptional: true,
  response: v.object({ version: v.pipe(v.number(), v.description('The new current version.')) }),
  errors: [404, 409],
  audit: { action: 'restore_version', object: 'agent' },
})
