import * as v from 'valibot'
import { Json } from '../agents-sub-resources.ts'
import { endpoint } from '../endpoint.ts'
import { forBrowsers } from './fields.ts'

/** The values of placeholders in a test, which has no customer. */
export const SAMPLE_VALUES = {
  '%PHONE_NUMBER%': '+447700900200',
  '%IMAGE_URL%': 'https://example.com/image.jpg',
} as const

export const ToolTest = v.object({
  method: v.string(),
  url: v.pipe(v.string(), v.description('The URL that was called. Secrets are hidden.')),
  succeeded: v.pipe(v.boolean(), v.description('Whether the endpoint returned a 2xx status.')),
  status: v.pipe(v.nullable(v.number()), v.description('The HTTP status. Null if there was no response.')),
  durationMs: v.number(),
  text: v.pipe(v.string(), v.description('What the model receives in a turn.')),
})
export type ToolTest = v.InferOutput<typeof ToolTest>

/** Sends the request of a saved HTTP tool of the published agent. */
export const testTool = endpoint({
  ...forBrowsers,
  method: 'POST',
  path: '/dashboard-api/v1/agents/{id}/tools/{toolId}/test/',
  params: v.object({ id: v.string(), toolId: v.string() }),
  body: v.object({ arguments: v.record(v.string(), Json) }),
  response: ToolTest,
})
