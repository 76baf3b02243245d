import { ServiceError } from '../../platform/errors.ts'
import { readErrorBody } from './provider-error.ts'
import { type ProviderRequest, requestProvider } from './provider-request.ts'

/** The provider said no: the call had no effect. Its message is for the caller. */
export class ProviderRefusal extends ServiceError {}

/**
 * Calls the provider's API once and answers the parsed JSON of its success.
 * @throws ProviderRefusal; ServiceError `upstream_error` when it is not known what became of the call
 */
export async function callProvider(request: ProviderRequest, now: number): Promise<unknown> {
  const answer = await requestProvider(request, now)
  if (answer.kind !== 'answered' || answer.status >= 500 || answer.body === undefined)
    throw new ServiceError('upstream_error', 'The messaging provider does not answer; try again.')
  if (answer.status < 400) return answer.body
  const { code = 'upstream_error', message = 'The messaging provider refused it.' } = readErrorBody(answer.body) ?? {}
  throw new ProviderRefusal(code, message)
}
