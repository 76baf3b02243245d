import { ServiceError } from '../../platform/errors.ts'
import { ProviderRefusal } from '../provider-refusal.ts'
import { readErrorBody } from './provider-error.ts'
import { type ProviderRequest, requestProvider } from './provider-request.ts'

/** Calls once, returns the JSON. @throws ProviderRefusal; ServiceError `upstream_error` if the outcome is unknown */
export async function callProvider(request: ProviderRequest, now: number): Promise<unknown> {
  const result = await requestProvider(request, now)
  if (result.kind !== 'response' || result.status >= 500 || result.body === undefined)
    throw new ServiceError('upstream_error', 'The messaging provider does not respond. Try again.')
  if (result.status < 400) return result.body
  const { code = 'upstream_error', message = 'The messaging provider rejected the request.' } =
    readErrorBody(result.body) ?? {}
  throw new ProviderRefusal(code, message)
}
