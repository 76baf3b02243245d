import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { Uuid, wellFormed } from '../fields.ts'
import { forBrowsers } from './fields.ts'

/** What agents remember about the customer of a conversation. */
export const ContactMemory = v.object({
  agents: v.array(
    v.object({
      id: Uuid,
      name: v.string(),
      keys: v.array(
        v.object({
          id: v.string(),
          key: v.string(),
          type: v.string(),
          value: v.pipe(v.nullable(v.string()), v.description('JSON; null if nothing is remembered.')),
        }),
      ),
    }),
  ),
})
export type ContactMemory = v.InferOutput<typeof ContactMemory>

const MemoryChange = v.object({
  agentId: Uuid,
  keyId: v.string(),
  value: v.pipe(
    v.string(),
    v.check((text) => isJson(text), 'must be JSON'),
    wellFormed,
  ),
})
export type MemoryChange = v.InferOutput<typeof MemoryChange>

const MemoryErasure = v.pipe(
  v.object({ agentId: v.optional(Uuid), keyId: v.optional(v.string()) }),
  v.description('One value, or all values of all agents if both fields are omitted.'),
)
export type MemoryErasure = v.InferOutput<typeof MemoryErasure>

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const memory = { ...forBrowsers, response: ContactMemory } as const
const path = '/dashboard-api/v1/conversations/{id}/memory/'

export const getContactMemory = endpoint({
  ...memory,
  method: 'GET',
  path,
})

export const changeContactMemory = endpoint({
  ...memory,
  method: 'PUT',
  path,
  body: MemoryChange,
  audit: { action: 'change_memory', object: 'conversation' },
})

export const eraseContactMemory = endpoint({
  ...memory,
  method: 'POST',
  path: `${path}erase/`,
  body: MemoryErasure,
  audit: { action: 'erase_memory', object: 'conversation' },
})
