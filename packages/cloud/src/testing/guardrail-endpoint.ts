import { guardrailChecksService } from '../bedrock/guardrail-checks-service.ts'
import { startEndpoint } from './endpoint.ts'

/** Starts Amazon Bedrock's guardrail checks alone (`startEndpoint`). */
export async function startGuardrailChecks() {
  return await startEndpoint('bedrock', () => guardrailChecksService())
}
