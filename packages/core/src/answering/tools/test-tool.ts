import { parseApiSchema } from '@messaging/contract/api-schema.ts'
import { SAMPLE_VALUES, type ToolTest } from '@messaging/contract/dashboard/tool-test.ts'
import { findAgent, openAgent } from '../../agents/find-agent.ts'
import { toolProblem } from '../../agents/tool-problem.ts'
import type { Caller } from '../../platform/caller.ts'
import { invalidField, notFound, ServiceError } from '../../platform/errors.ts'
import { type Guard, systemGuard } from '../../platform/outbound/address-guard.ts'
import { clip, RESULT_BYTES } from './as-data.ts'
import { callEndpoint } from './http-tool.ts'
import { validateArguments } from './validate-arguments.ts'

const PLACEHOLDERS = {
  phoneNumber: SAMPLE_VALUES['%PHONE_NUMBER%'],
  imageUrl: async () => SAMPLE_VALUES['%IMAGE_URL%'],
}

/**
 * Sends the request of a stored HTTP tool once, as a turn does. The tool may be inactive. `callId` is sent as
 * `Idempotency-Key`.
 * @throws ServiceError 404 for an unknown agent or tool, 409 and 400 as `sendOnce`
 */
export async function testTool(
  { organizationId }: Caller,
  { id, toolId }: { readonly id: string; readonly toolId: string },
  sent: unknown,
  callId: string,
): Promise<ToolTest> {
  const agent = await findAgent(organizationId, id)
  if (!agent) throw notFound('agent')
  const { settings } = await openAgent(agent)
  const tool = settings.tools.find((each) => each.id === toolId)
  if (!tool) throw notFound('tool')
  return await sendOnce(tool.apiSchema, sent, callId)
}

/**
 * Sends the request that an `apiSchema` with its secrets describes. `sent` are the arguments of the model.
 * @throws ServiceError 409 if agents do not have the tool, 400 for arguments that a turn rejects
 */
export async function sendOnce(
  apiSchema: unknown,
  sent: unknown,
  callId: string,
  guard: Guard = systemGuard,
): Promise<ToolTest> {
  const http = parseApiSchema(apiSchema)
  if ('invalid' in http) throw new ServiceError('conflict', toolProblem(apiSchema) ?? http.invalid)
  const { args, problems } = validateArguments(http.parameters, sent)
  if (problems) throw invalidField('arguments', problems.join(' '))
  const started = performance.now()
  const call = await callEndpoint({ apiSchema, http, placeholders: PLACEHOLDERS, guard }, args, { id: callId })
  const durationMs = Math.round(performance.now() - started)
  if ('refused' in call) throw invalidField('arguments', call.refused)
  const { url, status, text } = call
  const succeeded = status !== null && status >= 200 && status <= 299
  return { method: http.method, url, succeeded, status, durationMs, text: clip(text, RESULT_BYTES) }
}
